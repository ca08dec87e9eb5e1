import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createCommandLedger, type CommandRequest } from '../../../src/simulator/service/command-ledger.js';

const on: CommandRequest = {
  clientId: 'a',
  deviceId: 'plant',
  operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  idempotencyKey: 'k1',
};

function ledgerWith(limits: { retention?: number; maxCommands?: number } = {}) {
  const clock = createManualClock();
  const random = createRandom(1).stream('command-id');
  return {
    clock,
    ledger: createCommandLedger(clock, random, { retention: 1000, maxCommands: 10, ...limits }),
  };
}

describe('the command ledger', () => {
  it('knows a key from the moment its command is opened, with the same command', () => {
    const { ledger } = ledgerWith();
    const { entry } = ledger.open(on);
    const known = ledger.lookUp({ ...on });
    expect(known).toMatchObject({
      kind: 'repeat',
      entry: { command: { commandId: entry.command.commandId } },
    });
  });

  it('takes a request for the same whatever the order of its fields', () => {
    const { ledger } = ledgerWith();
    ledger.open(on);
    const shuffled = { name: 'device.relay.set', params: { relays: [{ action: 'on', index: 1 }] } } as const;
    expect(
      ledger.lookUp({ ...on, operation: { ...shuffled, params: { relays: [...shuffled.params.relays] } } })
        .kind,
    ).toBe('repeat');
  });

  it('sees a conflict when the key comes with another device or another body', () => {
    const { ledger } = ledgerWith();
    ledger.open(on);
    expect(ledger.lookUp({ ...on, deviceId: 'pump' }).kind).toBe('conflict');
    const off: CommandRequest['operation'] = {
      name: 'device.relay.set',
      params: { relays: [{ index: 1, action: 'off' }] },
    };
    expect(ledger.lookUp({ ...on, operation: off }).kind).toBe('conflict');
  });

  it('keeps the keys of two clients apart', () => {
    const { ledger } = ledgerWith();
    ledger.open(on);
    expect(ledger.lookUp({ ...on, clientId: 'b' }).kind).toBe('new');
  });

  it('gives everybody who waits the one final command', async () => {
    const { ledger, clock } = ledgerWith();
    const { entry, finish } = ledger.open(on);
    await clock.advance(250);
    finish({ status: 'timeout' });
    await expect(entry.finished).resolves.toMatchObject({ status: 'timeout', completedAt: 250 });
    expect(ledger.find(entry.command.commandId)?.command.status).toBe('timeout');
  });

  it('forgets a finished command when its time is over, and never a running one', async () => {
    const { ledger, clock } = ledgerWith();
    const running = ledger.open({ ...on, idempotencyKey: 'k2' });
    const done = ledger.open(on);
    done.finish({ status: 'succeeded' });
    await clock.advance(999);
    expect(ledger.lookUp(on).kind).toBe('repeat');
    await clock.advance(1);
    expect(ledger.lookUp(on).kind).toBe('new');
    expect(ledger.find(running.entry.command.commandId)).toBeDefined();
  });

  it('stays within its limit by dropping the oldest finished commands', () => {
    const { ledger } = ledgerWith({ maxCommands: 3 });
    for (let n = 0; n < 20; n++)
      ledger.open({ ...on, idempotencyKey: `k${n}` }).finish({ status: 'succeeded' });
    expect(ledger.size).toBe(3);
    expect(ledger.lookUp({ ...on, idempotencyKey: 'k19' }).kind).toBe('repeat');
    expect(ledger.lookUp({ ...on, idempotencyKey: 'k0' }).kind).toBe('new');
  });

  it('makes room past commands that still run', () => {
    const { ledger } = ledgerWith({ maxCommands: 2 });
    const running = ledger.open({ ...on, idempotencyKey: 'running' });
    for (let n = 0; n < 5; n++)
      ledger.open({ ...on, idempotencyKey: `k${n}` }).finish({ status: 'succeeded' });
    expect(ledger.size).toBe(2);
    expect(ledger.find(running.entry.command.commandId)).toBeDefined();
    running.finish({ status: 'succeeded' });
    ledger.open({ ...on, idempotencyKey: 'last' });
    expect(ledger.find(running.entry.command.commandId)).toBeUndefined();
    expect(ledger.lookUp({ ...on, idempotencyKey: 'k4' }).kind).toBe('repeat');
  });
});
