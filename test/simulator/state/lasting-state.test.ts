// A state that survives, on a disk that takes its time or refuses to write.
import { describe, expect, it } from 'vitest';
import { createHeldTables } from './held-tables.js';
import { lastingRig } from './state-rig.js';

const operation = {
  name: 'device.relay.set' as const,
  params: { relays: [{ index: 1, action: 'on' as const }] },
};
const request = { clientId: 'one', deviceId: 'a', operation, idempotencyKey: 'k' };

function open() {
  const tables = createHeldTables();
  return { tables, ...lastingRig(tables) };
}

/** Whether it has come to an end after all that can happen at once. */
async function isSettled(promise: unknown): Promise<boolean> {
  let settled = false;
  void Promise.resolve(promise).then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('a command', () => {
  it('begins when it is on disk, and not before', async () => {
    const { tables, state, store } = open();
    await store.book.kept();
    tables.slow = true;
    const begun = state.beginCommand(request, () => true);
    expect(await isSettled(begun)).toBe(false);
    expect(tables.count('commands')).toBe(0);
    tables.release();
    expect((await begun).kind).toBe('begun');
    expect(tables.count('commands')).toBe(1);
  });

  it('is final for everybody when its outcome is on disk, and not before', async () => {
    const { tables, state } = open();
    const begun = await state.beginCommand(request, () => true);
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    const { commandId } = begun.entry.command;
    tables.slow = true;
    begun.end({ status: 'succeeded' });
    expect(await isSettled(begun.entry.finished)).toBe(false);
    expect(await state.readCommand('one', commandId, () => true)).toMatchObject({
      command: { status: 'pending' },
    });
    tables.release();
    expect((await begun.entry.finished)?.status).toBe('succeeded');
    expect(await state.readCommand('one', commandId, () => true)).toMatchObject({
      command: { status: 'succeeded' },
    });
  });

  it('does not begin where the disk refuses it: key, lane and quota are as before', async () => {
    const { tables, state, ports } = open();
    tables.refusal = 'the disk is full';
    const left = ports.quotas.level('one', 'control').left;
    const [first, repeated] = await Promise.all([
      state.beginCommand(request, () => true),
      state.beginCommand(request, () => true),
    ]);
    expect([first.kind, repeated.kind]).toEqual(['unkept', 'unkept']);
    expect(ports.quotas.level('one', 'control').left).toBe(left);
    expect(ports.lane.isTaken('a')).toBe(false);
    expect(ports.ledger.size).toBe(0);
    tables.refusal = undefined;
    expect((await state.beginCommand(request, () => true)).kind).toBe('begun');
  });

  it('whose outcome the disk refuses is unknown to who waits, and known when the disk takes it', async () => {
    const { tables, state, clock } = open();
    const begun = await state.beginCommand(request, () => true);
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    tables.refusal = 'the disk is full';
    begun.end({ status: 'succeeded' });
    expect(await begun.entry.finished).toBeUndefined();
    expect(await state.readCommand('one', begun.entry.command.commandId, () => true)).toMatchObject({
      command: { status: 'pending' },
    });
    tables.refusal = undefined;
    await clock.advance(1000);
    const again = await state.beginCommand(request, () => true);
    if (again.kind !== 'repeat') throw new Error(again.kind);
    expect((await again.entry.finished)?.status).toBe('succeeded');
  });

  it('is found where it lies on disk only, and makes room when its retention is over', async () => {
    const tables = createHeldTables();
    const before = lastingRig(tables);
    const begun = await before.state.beginCommand(request, () => true);
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    begun.end({ status: 'succeeded' });
    await begun.entry.finished;
    const after = lastingRig(tables, before.clock);
    expect((await after.state.beginCommand(request, () => true)).kind).toBe('repeat');
    await after.clock.advance(20_000);
    expect((await after.state.beginCommand(request, () => true)).kind).toBe('begun');
    expect(tables.count('commands')).toBe(1);
    expect(tables.count('keys')).toBe(1);
  });
});

describe('a change of the fleet', () => {
  it('is refused before it is made while the disk refuses to write', async () => {
    const { tables, state } = open();
    tables.refusal = 'the disk is full';
    let made = 0;
    expect(await state.change('one', { kind: 'removed', deviceId: 'a' }, () => ++made)).toEqual({
      kind: 'unkept',
    });
    expect(await state.change('one', { kind: 'removed', deviceId: 'a' }, () => ++made)).toEqual({
      kind: 'unkept',
    });
    expect(made).toBe(1);
    tables.refusal = undefined;
    expect(await state.change('one', { kind: 'removed', deviceId: 'a' }, () => ++made)).toEqual({
      kind: 'changed',
      value: 2,
    });
  });
});

describe('reading', () => {
  it('goes on while the disk refuses to write', async () => {
    const { tables, state } = open();
    tables.refusal = 'the disk is full';
    const begun = await state.beginRefresh({ clientId: 'one', deviceId: 'a', origin: undefined });
    expect(begun.kind).toBe('begun');
    if (begun.kind === 'begun') await begun.end();
    expect(state.spend('one', 'query')).toBeUndefined();
  });
});

describe('an access token', () => {
  it('is good after a start, and only a digest of it is on disk', async () => {
    const tables = createHeldTables();
    const before = lastingRig(tables);
    const issued = await before.state.issueToken({ clientId: 'one', clientSecret: 'one-secret' });
    if (!issued.ok) throw new Error(issued.refusal.code);
    const { accessToken } = issued.value;
    await before.store.book.kept();
    expect([...tables.entries('tokens')].map(([key]) => key)).toEqual([`digest of ${accessToken}`]);
    const after = lastingRig(tables, before.clock);
    expect(after.ports.access.authenticate(accessToken)).toMatchObject({
      ok: true,
      value: { clientId: 'one' },
    });
    expect(after.ports.access.authenticate(`${accessToken}x`)).toMatchObject({ ok: false });
    await after.clock.advance(60_000);
    expect(after.ports.access.authenticate(accessToken)).toMatchObject({ refusal: { code: 'AUTH_INVALID' } });
  });

  it('that was made worthless stays so', async () => {
    const tables = createHeldTables();
    const before = lastingRig(tables);
    const issued = await before.state.issueToken({ clientId: 'one', clientSecret: 'one-secret' });
    if (!issued.ok) throw new Error(issued.refusal.code);
    before.ports.access.expireTokens('one');
    await before.store.book.kept();
    const { access } = lastingRig(tables, before.clock).ports;
    expect(access.authenticate(issued.value.accessToken)).toMatchObject({ ok: false });
  });
});
