// Opens a port on this machine; what the system has against one, in words.
import type { AddressInfo, Server } from 'node:net';
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

/** On loopback; rejects when the port cannot be had, and 0 takes a free one. @returns the origin of its addresses. */
export async function listenHere(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
