// A program for one device: a relay follows a digital input. An event that comes twice causes one command, for the
// client tells each event once (rule client.handles-events-idempotently).
import { asFields, type Fields } from './answer.js';
import type { Client } from './client.js';
import type { DeviceEvent } from './events.js';
import type { Command, Result } from './result.js';

export interface Following {
  readonly deviceId: string;
  /** Number of the digital input. */
  readonly input: number;
  /** Number of the relay. */
  readonly relay: number;
}

/** @returns the command that the event calls for, if it does. */
export function follow(
  client: Pick<Client, 'setRelays'>,
  { deviceId, input, relay }: Following,
  event: DeviceEvent,
): Promise<Result<Command>> | undefined {
  if (event.deviceId !== deviceId || event.topic !== 'device.state.changed') return undefined;
  const isMeant = (each: Fields): boolean => each['kind'] === 'digitalInput' && each['index'] === input;
  if (!elementsOf(event.data['changes']).some(isMeant)) return undefined;
  const inputs = elementsOf(asFields(event.data['peripherals'])?.['digitalInputs']);
  const active = inputs.find((each) => each['index'] === input)?.['active'];
  return typeof active === 'boolean'
    ? client.setRelays(deviceId, { [relay]: active ? 'on' : 'off' })
    : undefined;
}

function elementsOf(list: unknown): Fields[] {
  return Array.isArray(list) ? list.map(asFields).filter((each) => each !== undefined) : [];
}
