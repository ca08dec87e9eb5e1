// Starts a simulator on a port; what the system has against the port is said in words.
import { assert } from '../kernel/assert.js';
import { type StartOptions, startSimulator } from '../simulator/start-simulator.js';
import type { ControlPlane } from '../simulator/control/server.js';
import type { Certificate } from '../simulator/transport/certificate.js';
import { type Result, refuseInput } from '../document/diagnostic.js';
import { errorCode, systemWords } from './files.js';

export interface PortOptions extends Omit<StartOptions, 'listen'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** For HTTPS. */
  readonly tls?: Certificate;
  /** Plain HTTP also for other machines. */
  readonly insecureHttp?: boolean;
}

export interface OpenPort {
  readonly url: string;
  readonly control: ControlPlane | undefined;
  /** Records a failure of the simulator itself. */
  onBug(error: unknown): void;
  /** Closes sockets in good order, and frees the port. */
  close(): Promise<void>;
}

export async function openPort({
  host,
  port,
  tls,
  insecureHttp,
  ...options
}: PortOptions): Promise<Result<OpenPort>> {
  try {
    const running = await startSimulator({
      ...options,
      listen: { host, port, ...(tls && { tls }), ...(insecureHttp && { insecureHttp }) },
    });
    assert(running.url !== undefined, 'a simulator that listens has an address');
    const { url, control, onBug } = running;
    return { ok: true, value: { url, control, onBug, close: () => running.close() } };
  } catch (error) {
    return portRefused(error, host, port);
  }
}

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
