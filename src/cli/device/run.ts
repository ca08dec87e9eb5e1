// What `conform device` does: looks at the devices of a running simulator, and does things to them.
import type { DeviceSummary, DeviceView } from '../../simulator/control/views/devices.js';
import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { ask } from '../control/ask.js';
import type { ShownOptions } from '../control/control-options.js';
import { deviceText, fleetText } from './device-text.js';

export interface ListOptions extends ShownOptions {
  readonly limit: number;
  readonly cursor?: string;
  readonly profile?: string;
}

interface Listed {
  readonly count: number;
  readonly devices: readonly DeviceSummary[];
  readonly nextCursor?: string;
}

export function listDevices(options: ListOptions, io: Io): Promise<ExitCode> {
  const query = new URLSearchParams({ limit: String(options.limit) });
  if (options.cursor !== undefined) query.set('cursor', options.cursor);
  if (options.profile !== undefined) query.set('profile', options.profile);
  return ask<Listed>(
    io,
    options,
    (client) => client.call('GET', `/devices?${query.toString()}`),
    ({ count, devices, nextCursor }) => fleetText(count, devices, nextCursor),
  );
}

export function showDevice(id: string, options: ShownOptions, io: Io): Promise<ExitCode> {
  const path = `/devices/${encodeURIComponent(id)}`;
  return ask<DeviceView>(io, options, (client) => client.call('GET', path), deviceText);
}

export interface Stimulus {
  readonly kind: string;
  readonly [parameter: string]: unknown;
}

export function stimulate(id: string, stimulus: Stimulus, options: ShownOptions, io: Io): Promise<ExitCode> {
  return ask<{ applied: string }>(
    io,
    options,
    (client) => client.call('POST', `/devices/${encodeURIComponent(id)}/stimuli`, stimulus),
    ({ applied }) => `${id}: ${applied}\n`,
  );
}
