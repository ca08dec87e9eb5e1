// A simulator of another process, and the truth about its relays: its control plane tells it without a refresh.
import { type Running, serving } from './bin.js';

export interface Witnessed {
  readonly url: string;
  readonly process: Running;
  /** What the commands for its control plane take. */
  readonly env: Readonly<Record<string, string>>;
  /** Relays that are closed, as `bench-01 relay 2`. */
  relaysOn(): Promise<readonly string[]>;
}

export async function witnessed(...args: readonly string[]): Promise<Witnessed> {
  const { url, process } = await serving('--control-port', '0', ...args);
  const [, control = '', token = ''] = await process.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${control}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  return {
    url,
    process,
    env: { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token },
    relaysOn: async () => {
      const { devices } = (await ask('/devices')) as {
        readonly devices: readonly { readonly deviceId: string }[];
      };
      const found = await Promise.all(
        devices.map(async ({ deviceId }) => closedOf(deviceId, await ask(`/devices/${deviceId}`))),
      );
      return found.flat();
    },
  };
}

function closedOf(deviceId: string, view: unknown): readonly string[] {
  const { relays } = view as {
    readonly relays: readonly { readonly index: number; readonly closed: boolean }[];
  };
  return relays.filter(({ closed }) => closed).map(({ index }) => `${deviceId} relay ${index}`);
}
