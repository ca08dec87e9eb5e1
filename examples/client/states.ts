// What the client knows of its devices: what it has read last, brought up to date by events.
import { asFields, type Fields } from './answer.js';
import type { DeviceEvent } from './events.js';

export interface States {
  /** The device as the service described it last: `connection`, `power`, `peripherals` and its other fields. */
  get(deviceId: string): Fields | undefined;
  read(deviceId: string, device: Fields): void;
  /** An event that is older than one before it has nothing to say about the state of now. */
  apply(event: DeviceEvent): void;
  forget(deviceId: string): void;
}

export function createStates(): States {
  const states = new Map<string, Fields>();
  const newest = new Map<string, number>();
  return {
    get: (deviceId) => states.get(deviceId),
    read: (deviceId, device) => states.set(deviceId, device),
    apply: (event) => {
      const { deviceId, topic, occurredAt = '' } = event;
      const moment = Date.parse(occurredAt);
      const name = `${topic} ${deviceId}`;
      if (moment < (newest.get(name) ?? 0)) return;
      if (moment > 0) newest.set(name, moment);
      states.set(deviceId, { ...states.get(deviceId), ...changesOf(event) });
    },
    forget: (deviceId) => {
      states.delete(deviceId);
    },
  };
}

function changesOf({ topic, data }: DeviceEvent): Fields {
  switch (topic) {
    case 'device.connection.online':
      return { connection: 'online' };
    case 'device.connection.offline':
      return { connection: 'offline' };
    case 'device.power.lost':
      return { power: 'lost' };
    case 'device.power.restored':
      return { power: 'on' };
    case 'device.state.changed': {
      const peripherals = asFields(data['peripherals']);
      return peripherals ? { peripherals } : {};
    }
    case 'device.rs485.received':
      return {};
  }
}
