// The four operations that create a command, as each channel writes them in the default dialect.
import type { Call } from './rest.js';

export type RelayAction = 'on' | 'off' | 'jog';

export interface Operation {
  readonly name: string;
  readonly deviceId: string;
  readonly params: object;
  readonly call: Call;
}

/** Several relays change in one array (rule client.relays-in-one-request). */
export function relaySet(deviceId: string, changes: ReadonlyMap<number, RelayAction>): Operation {
  const params = { relays: [...changes].map(([index, action]) => ({ index, action })) };
  const path = `${deviceAt(deviceId)}/relays/commands`;
  return { name: 'device.relay.set', deviceId, params, call: { method: 'POST', path, body: params } };
}

/** @param data bytes in hex. */
export function transceive(deviceId: string, data: string, timeoutMs?: number): Operation {
  const params = { data, ...(timeoutMs !== undefined && { timeoutMs }) };
  const call: Call = {
    method: 'POST',
    path: `${deviceAt(deviceId)}/rs485/transceive`,
    body: params,
    patience: timeoutMs ?? 0,
  };
  return { name: 'device.rs485.transceive', deviceId, params, call };
}

export function baudRateSet(deviceId: string, baudRate: number): Operation {
  const params = { baudRate };
  const path = `${deviceAt(deviceId)}/rs485/baud-rate`;
  return { name: 'device.rs485.baudRate.set', deviceId, params, call: { method: 'PUT', path, body: params } };
}

export function jogDurationSet(deviceId: string, index: number, durationMs: number): Operation {
  const path = `${deviceAt(deviceId)}/relays/${index}/jog-config`;
  const call: Call = { method: 'PUT', path, body: { durationMs } };
  return { name: 'device.relay.jogConfig.set', deviceId, params: { index, durationMs }, call };
}

export function deviceAt(deviceId: string): string {
  return `/devices/${encodeURIComponent(deviceId)}`;
}
