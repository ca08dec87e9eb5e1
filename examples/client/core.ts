// The inside of the client: its parts, what it knows of its devices, and what it does about events by itself.
import { type Answer, asFields, type Fields } from './answer.js';
import { type DeviceEvent, readEvent } from './events.js';
import { machinePorts } from './machine.js';
import { assemble, type Parts, type Settings, type Wraps } from './parts.js';
import type { Ports } from './ports.js';
import { createStates, type States } from './states.js';

export interface Core {
  readonly parts: Parts;
  readonly states: States;
  /** The devices that the client looks after. */
  readonly cared: Set<string>;
  readonly listeners: Set<(event: DeviceEvent) => void>;
  /** Reads a device and keeps what it says. */
  refresh(deviceId: string): Promise<Answer>;
  forget(deviceId: string): void;
  /** Makes an answer of the rejection of what was under way when the client was closed. */
  answered(work: Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

const CLOSED: Answer = { kind: 'not sent', code: 'CLOSED', message: 'the client has been closed' };

/** The ports that are not given are the machine's. */
export function createCore(settings: Settings & Partial<Ports>, wraps: Wraps): Core {
  const ports: Ports = { ...machinePorts(), ...settings };
  const closing = new AbortController();
  const cared = new Set<string>();
  const states = createStates();
  const listeners: Core['listeners'] = new Set();

  const forget = (deviceId: string): void => {
    cared.delete(deviceId);
    states.forget(deviceId);
  };
  const refresh = async (deviceId: string): Promise<Answer> => {
    cared.add(deviceId);
    const answer = await parts.refresher(deviceId);
    const device = answer.kind === 'reply' ? asFields(answer.data['device']) : undefined;
    if (device) states.read(deviceId, device);
    if (answer.kind === 'reply' && answer.code === 'DEVICE_NOT_FOUND') forget(deviceId);
    return answer;
  };
  const answered = async (work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work;
    } catch (error) {
      if (closing.signal.aborted) return CLOSED;
      throw error;
    }
  };
  const onFrame = (frame: Fields): void => {
    const event = readEvent(frame);
    if (!event || !parts.sieve(event)) return;
    states.apply(event);
    // Nobody was told what happened to the device while it was away.
    const isBack = event.topic === 'device.connection.online' || event.topic === 'device.power.restored';
    if (isBack && cared.has(event.deviceId)) void answered(refresh(event.deviceId));
    for (const listener of listeners) listener(event);
  };
  const around = { closing: closing.signal, devices: () => [...cared], onFrame, refresh };
  const parts = assemble(settings, ports, around, wraps);
  const close = async (): Promise<void> => {
    closing.abort();
    await parts.connection.close();
    await ports.http.close();
  };
  return { parts, states, cared, listeners, refresh, forget, answered, close };
}
