// A snapshot of the whole cluster: read from Redis, and put back as what the next generation begins with.
import type { DevicesOfSnapshot, Snapshot } from '../control/snapshot/snapshot.js';
import type { DeviceMemory } from '../device/memory.js';
import { fingerprintOf } from '../service/command-shelf.js';
import { baseOf } from './command-fields.js';
import type { ScriptCalls } from './calls.js';
import { pairs } from './picture.js';
import type { RedisWrite } from './turn.js';

/** @param now clock time in ms. Rejects with `LinkDown`. */
export async function readDevices(
  calls: Pick<ScriptCalls, 'callAnyway'>,
  now: number,
): Promise<DevicesOfSnapshot> {
  const [, memories, budgets] = await calls.callAnyway('take');
  return {
    devices: pairs(memories as string[]).map(([deviceId, text]) => ({
      deviceId,
      memory: JSON.parse(text) as Snapshot['devices'][number]['memory'],
    })),
    budgets: pairs(budgets as string[])
      .map(([deviceId, readyAt]) => ({ deviceId, wait: Number(readyAt) - now }))
      .filter(({ wait }) => wait > 0)
      .toSorted((a, b) => a.wait - b.wait),
  };
}

/** @param retention of a command that the snapshot shows as running, in ms. */
export function* writesOf(
  snapshot: Snapshot,
  now: number,
  retention: number,
  digest: (text: string) => string,
): Generator<RedisWrite> {
  for (const deviceId of snapshot.fleet.removed) yield ['SADD', 'removed', deviceId];
  for (const { clients, ...addition } of snapshot.fleet.added) {
    yield ['RPUSH', 'added-order', addition.deviceId];
    yield ['HSET', 'added', addition.deviceId, JSON.stringify({ addition, clients })];
  }
  for (const { deviceId, password } of snapshot.fleet.passwords)
    yield ['HSET', 'passwords', deviceId, password];
  for (const { deviceId, memory } of snapshot.devices) {
    yield ['HSET', 'memories', deviceId, JSON.stringify(memory)];
    const status = statusOf(memory);
    if (status !== '') yield ['HSET', 'status', deviceId, status];
  }
  for (const { clientId, disabled, quotas } of snapshot.clients) {
    if (disabled) yield ['HSET', 'disabled', clientId, '1'];
    for (const [quotaClass, { limit, left, resetsIn }] of Object.entries(quotas)) {
      const ends = [`${quotaClass}:end`, String(now + resetsIn), `${quotaClass}:taken`, String(limit - left)];
      yield ['HSET', `quota:${clientId}`, ...ends];
    }
  }
  for (const { deviceId, wait } of snapshot.budgets) yield ['HSET', 'budgets', deviceId, String(now + wait)];
  for (const each of snapshot.commands) yield* commandWrites(each, now, retention, digest);
}

/** As the registry has it: nothing for a device that is as at the start. */
function statusOf({ powered, linked }: Pick<DeviceMemory, 'powered' | 'linked'>): string {
  return powered && linked ? '' : `0 ${powered ? 1 : 0}`;
}

function* commandWrites(
  { command, clientId, idempotencyKey, expiresIn }: Snapshot['commands'][number],
  now: number,
  retention: number,
  digest: (text: string) => string,
): Generator<RedisWrite> {
  const { commandId, status, completedAt, result } = command;
  const expires = String(now + (expiresIn ?? retention));
  const fields = {
    base: baseOf(command),
    st: status,
    at: String(completedAt ?? Math.round(now)),
    res: result === undefined ? '' : JSON.stringify(result),
    client: clientId,
    key: idempotencyKey ?? '',
    has: idempotencyKey === undefined ? '0' : '1',
    fp: digest(fingerprintOf(command)),
    exp: expires,
  };
  yield ['HSET', `cmd:${commandId}`, ...Object.entries(fields).flat()];
  yield ['ZADD', 'expiries', expires, commandId];
  if (idempotencyKey !== undefined) yield ['SET', `key:${clientId}:${idempotencyKey}`, commandId];
}
