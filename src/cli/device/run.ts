// What `conform device` does: looks at the devices of a running simulator, and does things to them.
import type { OptionsOf } from '../option-rows.js';
import type { DeviceSummary, DeviceView } from '../../simulator/control/views.js';
import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { askAndPrint, termsOf, type ControlOptions } from '../control/client.js';
import { worded } from '../../document/diagnostic.js';
import { formatDuration } from '../../kernel/duration.js';
import { table } from '../../report/layout.js';
import { urlPart } from '../../kernel/url-part.js';

export function printDevices(options: OptionsOf<'device list'>, io: Io): Promise<ExitCode> {
  const query = new URLSearchParams({ limit: String(options.limit) });
  if (options.cursor !== undefined) query.set('cursor', options.cursor);
  if (options.profile !== undefined) query.set('profile', options.profile);
  return askAndPrint<{ count: number; devices: readonly DeviceSummary[]; nextCursor?: string }>(io, options, {
    ask: (client) => client.call('GET', `/devices?${query.toString()}`),
    show: ({ count, devices, nextCursor }) => fleetText(count, devices, nextCursor),
    terms: termsOf({ '?cursor': '--cursor', '?limit': '--limit', '?profile': '--profile' }),
  });
}

export function showDevice(id: string, options: ControlOptions, io: Io): Promise<ExitCode> {
  const path = `/devices/${urlPart(id)}`;
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

/** What nobody noticed ends with 2; what was so already does not: it can be said twice. */
export function stimulateDevice(
  id: string,
  stimulus: StimulusRequest,
  options: ControlOptions,
  io: Io,
): Promise<ExitCode> {
  return askAndPrint<{ applied: string; effect?: 'already' | 'lost'; why?: string }>(io, options, {
    ask: (client) => client.call('POST', `/devices/${urlPart(id)}/stimuli`, stimulus),
    show: ({ applied, why }) => `${id}: ${applied}${why === undefined ? '' : ` changed nothing: ${why}`}\n`,
    terms: ARGUMENTS,
    lost: ({ applied, effect, why = '' }) =>
      effect === 'lost'
        ? worded(`${id}: ${applied} had no effect: ${why}`, `conform device show ${id} tells how it is.`)
        : undefined,
  });
}

// Devices of a running simulator in words.

function fleetText(count: number, devices: readonly DeviceSummary[], nextCursor: string | undefined): string {
  const rows = devices.map((device) => [
    device.deviceId,
    device.profileId,
    stateOf(device),
    device.lane,
    refreshOf(device),
    device.faults.join(', '),
  ]);
  const shown = table([['DEVICE', 'PROFILE', 'STATE', 'LANE', 'REFRESH', 'FAULTS'], ...rows]);
  const rest = nextCursor === undefined ? '' : `more with --cursor ${nextCursor}\n`;
  return `${shown}${devices.length} of ${count} devices\n${rest}`;
}

function stateOf({ online, powered }: DeviceSummary): string {
  return `${online ? 'online' : 'offline'}${powered ? '' : ', no power'}`;
}

function refreshOf({ refreshIn }: DeviceSummary): string {
  return refreshIn === 0 ? 'free' : `in ${formatDuration(refreshIn)}`;
}

function deviceText(device: DeviceView): string {
  const onOff = (on: boolean): string => (on ? 'on' : 'off');
  const head = table([
    ['device', `${device.deviceId} (${device.name}), ${device.profileId}`],
    ['state', `${stateOf(device)}; supply ${onOff(device.supplied)}, link ${device.linked ? 'up' : 'down'}`],
    ['lane', `${device.lane}; refresh ${refreshOf(device)}`],
    ['executed', `${device.executions} operations`],
    ...(device.baudRate === null ? [] : [['RS485', `${device.baudRate} baud`]]),
    ...(device.faults.length === 0 ? [] : [['faults', device.faults.join(', ')]]),
  ]);
  const channels = [
    ...device.relays.map(({ index, on, closed, switchedTimes, jogDuration }) => [
      `relay ${index}`,
      onOff(on),
      closed === on ? '' : `really ${onOff(closed)}`,
      `switched ${switchedTimes} times, jog ${formatDuration(jogDuration)}`,
    ]),
    ...device.digitalInputs.map(({ index, active, contact }) => [
      `input ${index}`,
      onOff(active),
      contact === active ? '' : `really ${onOff(contact)}`,
    ]),
    ...device.analogInputs.map(({ index, value, unit = '' }) => [
      `analog ${index}`,
      `${value} ${unit}`.trim(),
    ]),
    ...device.sensors.map(({ key, value, unit = '' }) => [key, `${value} ${unit}`.trim()]),
  ];
  return `${head}\n${table([['CHANNEL', 'REPORTED', 'TRUTH', ''], ...channels])}`;
}
