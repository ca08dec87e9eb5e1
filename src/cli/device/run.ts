// What `conform device` does: looks at the devices of a running simulator, and does things to them.
import type { DeviceSummary, DeviceView } from '../../simulator/control/views/devices.js';
import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { termsOf } from '../control/terms.js';
import { askAndPrint } from '../control/ask.js';
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

export function printDevices(options: ListOptions, io: Io): Promise<ExitCode> {
  const query = new URLSearchParams({ limit: String(options.limit) });
  if (options.cursor !== undefined) query.set('cursor', options.cursor);
  if (options.profile !== undefined) query.set('profile', options.profile);
  return askAndPrint<Listed>(io, options, {
    ask: (client) => client.call('GET', `/devices?${query.toString()}`),
    show: ({ count, devices, nextCursor }) => fleetText(count, devices, nextCursor),
    terms: termsOf({ '?cursor': '--cursor', '?limit': '--limit', '?profile': '--profile' }),
  });
}

export function showDevice(id: string, options: ShownOptions, io: Io): Promise<ExitCode> {
  const path = `/devices/${encodeURIComponent(id)}`;
  return askAndPrint<DeviceView>(io, options, {
    ask: (client) => client.call('GET', path),
    show: deviceText,
  });
}

export interface StimulusRequest {
  readonly kind: string;
  readonly [parameter: string]: unknown;
}

/** The arguments of `conform device` by their places in what it sends. */
const ARGUMENTS = termsOf({
  '{deviceId}': '<id>',
  '/index': '<index>',
  '/key': '<sensor>',
  '/value': '<value>',
  '/pattern': '<pattern>',
  '/data': '<hex>',
});

interface Applied {
  readonly applied: string;
  readonly effect?: 'already' | 'lost';
  readonly why?: string;
}

/** What nobody noticed ends with 2; what was so already does not: it can be said twice. */
export function stimulateDevice(
  id: string,
  stimulus: StimulusRequest,
  options: ShownOptions,
  io: Io,
): Promise<ExitCode> {
  return askAndPrint<Applied>(io, options, {
    ask: (client) => client.call('POST', `/devices/${encodeURIComponent(id)}/stimuli`, stimulus),
    show: ({ applied, why }) => `${id}: ${applied}${why === undefined ? '' : ` changed nothing: ${why}`}\n`,
    terms: ARGUMENTS,
    lost: ({ applied, effect, why = '' }) =>
      effect === 'lost'
        ? {
            kind: 'words',
            message: `${id}: ${applied} had no effect: ${why}`,
            hint: `conform device show ${id} tells how it is.`,
          }
        : undefined,
  });
}
