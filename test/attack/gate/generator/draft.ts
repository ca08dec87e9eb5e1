// Real writes as they would be on the wire of the default dialect: what the mutations begin with.
import type { RandomStream } from '../../../../src/kernel/random.js';

export interface Draft {
  readonly channel: 'rest' | 'ws';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a request, or the text of a frame. */
  readonly body: string;
}

export interface Write extends Draft {
  /** The profile of the attack permits it as it is. */
  readonly allowed: boolean;
  readonly what: string;
}

/** What the target has, and what of it the profile lists. */
export const BENCH = { deviceId: 'bench-7', relays: 8, listed: [1, 2], bytes: '01ff' };
export const CABINET = { deviceId: 'cabinet-3', relays: 4, listed: [] as number[] };
export const FURNACE = { deviceId: 'furnace', relays: 8 };
export const MANAGED = { deviceId: 'spare-12', relays: 2 };
const TARGETS = [BENCH, BENCH, BENCH, CABINET, FURNACE, MANAGED];

export function pick<T>(random: RandomStream, from: readonly T[]): T {
  const found = from[random.integer(0, from.length - 1)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}

const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'idempotency-key': 'key-1',
};

export function realWrite(random: RandomStream): Write {
  const target = pick(random, TARGETS);
  const kind = pick(random, ['relays', 'relays', 'relays', 'one', 'bytes', 'baud', 'jog', 'manage'] as const);
  if (kind === 'manage') return managing(random, target.deviceId);
  const index = random.chance(0.4) ? pick(random, [1, 2]) : random.integer(1, target.relays);
  const action = pick(random, ['on', 'off', 'jog']);
  const isBench = target === BENCH;
  const listed = isBench && BENCH.listed.includes(index);
  const place = `/svc/v1/devices/${target.deviceId}`;
  const ws = kind !== 'one' && random.chance(0.4);
  const make = (
    method: string,
    path: string,
    name: string,
    params: object,
    body: object,
    allowed: boolean,
  ): Write => {
    const what = `${name} ${JSON.stringify(params)} on ${target.deviceId}`;
    const data = { deviceId: target.deviceId, idempotencyKey: 'key-1', operation: { name, params } };
    const frame = { type: 'request', topic: 'device.operation.execute', requestId: 'r-1', data };
    return ws
      ? { channel: 'ws', method: '', path: '', headers: {}, body: JSON.stringify(frame), allowed, what }
      : {
          channel: 'rest',
          method,
          path: place + path,
          headers: HEADERS,
          body: JSON.stringify(body),
          allowed,
          what,
        };
  };
  switch (kind) {
    case 'relays': {
      const more = random.chance(0.3) ? [{ index: pick(random, [1, 2]), action }] : [];
      const params = { relays: [{ index, action }, ...more] };
      return make('POST', '/relays/commands', 'device.relay.set', params, params, listed);
    }
    case 'one': {
      const params = { relays: [{ index, action }] };
      return make('POST', `/relays/${index}/commands`, 'device.relay.set', params, { action }, listed);
    }
    case 'bytes': {
      const data = random.chance(0.4) ? BENCH.bytes : pick(random, ['ff', '01', 'deadbeef', '01ff01']);
      const params = { data };
      const allowed = isBench && data === BENCH.bytes;
      return make('POST', '/rs485/transceive', 'device.rs485.transceive', params, params, allowed);
    }
    case 'baud': {
      const params = { baudRate: pick(random, [9600, 19200]) };
      const allowed = target === BENCH || target === CABINET;
      return make('PUT', '/rs485/baud-rate', 'device.rs485.baudRate.set', params, params, allowed);
    }
    default: {
      const body = { durationMs: pick(random, [100, 500]) };
      const params = { index, ...body };
      return make('PUT', `/relays/${index}/jog-config`, 'device.relay.jogConfig.set', params, body, listed);
    }
  }
}

function managing(random: RandomStream, deviceId: string): Write {
  const allowed = deviceId === MANAGED.deviceId;
  const rest = (method: string, path: string, body: object | undefined): Write => ({
    channel: 'rest',
    method,
    path: `/svc/v1/devices${path}`,
    headers: body ? HEADERS : { accept: 'application/json' },
    body: body ? JSON.stringify(body) : '',
    allowed,
    what: `${method} ${path}`,
  });
  return pick(random, [
    () => rest('DELETE', `/${deviceId}`, undefined),
    () => rest('PUT', `/${deviceId}/password`, { currentPassword: 'old', newPassword: 'new' }),
    () => rest('POST', '', { deviceId, profileId: 'p', password: 'w' }),
  ])();
}
