// What the system has against a port, in words.
import { refuseInput } from '../document/diagnostic.js';
import { errorCode, systemWords } from './files.js';

/** @param option that names the port. */
export function portRefused(
  error: unknown,
  host: string,
  port: number,
  option?: string,
): ReturnType<typeof refuseInput> {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    const { port: taken = port } = error as { readonly port?: number };
    const name = option ?? (taken === port ? '--port' : '--control-port');
    return refuseInput(
      `port ${taken} of ${host} is taken`,
      `Take another one with ${name} N; ${name} 0 takes a free one.`,
    );
  }
  if (code === 'EACCES')
    return refuseInput(
      `port ${port} needs privileges`,
      `Take a port above 1023 with ${option ?? '--port'} N.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return refuseInput(`${host} is no address of this machine`);
  if (!(error instanceof Error) || !('syscall' in error)) throw error;
  return refuseInput(`cannot listen on port ${port} of ${host}: ${systemWords(error)}`);
}
