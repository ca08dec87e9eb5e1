// The client: what a program can ask for. How each request is sent, repeated, queued and given up is the parts' work.
import { type Answer, asFields, type Fields } from './answer.js';
import { createCore } from './core.js';
import type { DeviceEvent } from './events.js';
import {
  baudRateSet,
  deviceAt,
  jogDurationSet,
  type Operation,
  type RelayAction,
  transceive,
} from './operations.js';
import type { Settings, Wraps } from './parts.js';
import type { Ports } from './ports.js';
import type { Call } from './rest.js';
import { type Command, commandOf, type Device, deviceOf, listOf, type Result, resultOf } from './result.js';

export interface Client {
  listDevices(): Promise<Result<readonly Device[]>>;
  listProfiles(): Promise<Result<readonly Fields[]>>;
  /** Refreshes the device and reads its state. From now on the client looks after the device. */
  readDevice(deviceId: string): Promise<Result<Device>>;
  readConfig(deviceId: string): Promise<Result<Fields>>;
  readCommand(commandId: string): Promise<Result<Command>>;
  /** @param changes by number of the relay: `{ 1: 'on', 3: 'off' }`. */
  setRelays(deviceId: string, changes: Readonly<Record<number, RelayAction>>): Promise<Result<Command>>;
  /** @param data bytes in hex. */
  transceive(deviceId: string, data: string, timeoutMs?: number): Promise<Result<Command>>;
  setBaudRate(deviceId: string, baudRate: number): Promise<Result<Command>>;
  setJogDuration(deviceId: string, relay: number, durationMs: number): Promise<Result<Command>>;
  addDevice(
    device: Device & { readonly profileId: string; readonly password: string },
  ): Promise<Result<Device>>;
  removeDevice(deviceId: string): Promise<Result<Fields>>;
  changePassword(deviceId: string, currentPassword: string, newPassword: string): Promise<Result<Fields>>;
  /** Opens the WebSocket channel and keeps it open. Each event comes once. Returns the way to hear no more. */
  listen(onEvent: (event: DeviceEvent) => void): () => void;
  /** Adds devices to those that are read anew on each connection. */
  lookAfter(...deviceIds: readonly string[]): void;
  /** What was read or told of a device last; no request. */
  stateOf(deviceId: string): Fields | undefined;
  readonly connected: boolean;
  /** What is under way is given up, with the code CLOSED. */
  close(): Promise<void>;
}

/** The ports that are not given are the machine's. */
export function createClient(settings: Settings & Partial<Ports>, wraps: Wraps = {}): Client {
  const core = createCore(settings, wraps);
  const { parts, cared, answered } = core;

  /** @param name what the service counts together; also what a denial is remembered under. */
  const ask = (name: string, call: Call, subject = ''): Promise<Answer> => {
    const work = { scope: name, repeatable: call.method === 'GET', send: () => parts.rest(call) };
    return answered(parts.denials.unlessDenied(name, subject, () => parts.retry(work)));
  };
  const get = (name: string, path: string, subject?: string): Promise<Answer> =>
    ask(name, { method: 'GET', path }, subject);
  const operate = async (deviceId: string, work: Promise<Answer>): Promise<Result<Command>> => {
    cared.add(deviceId);
    return resultOf(await answered(work), commandOf);
  };
  const other = (operation: Operation): Promise<Result<Command>> =>
    operate(operation.deviceId, parts.relayBatches.other(operation));
  const removeDevice = async (deviceId: string): Promise<Result<Fields>> => {
    const answer = await ask('devices.remove', { method: 'DELETE', path: deviceAt(deviceId) }, deviceId);
    const result = resultOf(answer, (data) => data);
    if (result.ok) core.forget(deviceId);
    return result;
  };

  return {
    listDevices: async () => resultOf(await get('devices.list', '/devices'), listOf('devices')),
    listProfiles: async () => resultOf(await get('profiles.list', '/device-profiles'), listOf('profiles')),
    readDevice: async (deviceId) => resultOf(await answered(core.refresh(deviceId)), deviceOf),
    readConfig: async (deviceId) => {
      const answer = await get('devices.config', `${deviceAt(deviceId)}/config`, deviceId);
      return resultOf(answer, (data) => asFields(data['config']));
    },
    readCommand: async (commandId) =>
      resultOf(await get('commands.read', `/commands/${encodeURIComponent(commandId)}`), commandOf),
    setRelays: (deviceId, changes) => {
      const relays = new Map(Object.entries(changes).map(([index, action]) => [Number(index), action]));
      return operate(deviceId, parts.relayBatches.setRelays(deviceId, relays));
    },
    transceive: (deviceId, data, timeoutMs) => other(transceive(deviceId, data, timeoutMs)),
    setBaudRate: (deviceId, baudRate) => other(baudRateSet(deviceId, baudRate)),
    setJogDuration: (deviceId, relay, durationMs) => other(jogDurationSet(deviceId, relay, durationMs)),
    addDevice: async (device) =>
      resultOf(await ask('devices.add', { method: 'POST', path: '/devices', body: device }), deviceOf),
    removeDevice,
    changePassword: async (deviceId, currentPassword, newPassword) => {
      const body = { currentPassword, newPassword };
      const call: Call = { method: 'PUT', path: `${deviceAt(deviceId)}/password`, body };
      return resultOf(await ask('devices.password', call, deviceId), (data) => data);
    },
    listen: (onEvent) => {
      core.listeners.add(onEvent);
      parts.connection.start();
      return () => core.listeners.delete(onEvent);
    },
    lookAfter: (...deviceIds) => deviceIds.forEach((deviceId) => cared.add(deviceId)),
    stateOf: core.states.get,
    get connected() {
      return parts.connection.isOpen;
    },
    close: core.close,
  };
}
