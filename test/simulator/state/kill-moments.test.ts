// A simulator that is killed at any moment: after each batch that the disk has taken, what is kept of a device is what the
// commands that are kept have made of it.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { DeviceMemory } from '../../../src/simulator/device/device.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { createStateStore } from '../../../src/simulator/state/create-state-store.js';
import { fleetSpec } from '../control/rig.js';
import { dialectNamed } from '../dialect-named.js';
import { createHeldTables, type HeldTables } from './held-tables.js';

const COMMANDS = 60;
const PATH = '/svc/v1/devices/plant-1/relays/commands';

interface Kept {
  readonly command: {
    readonly status: string;
    readonly operation: { readonly params: { readonly relays: { index: number; action: string }[] } };
  };
}

/** All that the disk took, batch by batch, while several clients switched the relays of a device at random. */
async function worked(tables: HeldTables, seed: number): Promise<void> {
  const clock = createManualClock(1_700_000_000_000);
  const store = createStateStore({ tables, machine: clock, digest: (secret) => secret });
  const simulator = await startSimulator({
    fleet: fleetSpec(),
    dialect: dialectNamed('default'),
    clock,
    listen: false,
    store,
  });
  onTestFinished(() => simulator.close());
  const rest = (target: string, body: unknown, headers: Record<string, string>): Promise<{ body: string }> =>
    simulator.simulator.rest({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
  const issued = await clock.runUntil(rest('/svc/v1/auth/token', credentials, {}));
  const { data } = JSON.parse(issued.body) as { data: { accessToken: string } };
  const random = createRandom(seed).stream('commands');
  tables.slow = random.chance(0.5);
  for (let nth = 0; nth < COMMANDS; nth++) {
    const action = ['on', 'off', 'jog'][random.integer(0, 2)] ?? 'on';
    const headers = { authorization: `Bearer ${data.accessToken}`, 'idempotency-key': `key-${nth}` };
    void rest(PATH, { relays: [{ index: random.integer(1, 2), action }] }, headers);
    await clock.advance(random.integer(0, 300));
    tables.release();
  }
  tables.slow = false;
  tables.release();
  await clock.advance(10_000);
}

/** The relays of the device that the commands cannot have led to, whichever of those in flight have taken place. */
function unlike(tables: HeldTables): string[] {
  const possible = new Map<number, Set<boolean>>();
  for (const [, value] of tables.entries('commands')) {
    const { status, operation } = (value as Kept).command;
    for (const { index, action } of operation.params.relays) {
      // The pulse of a jog is over when somebody looks.
      const before = status === 'succeeded' ? [] : (possible.get(index) ?? [false]);
      possible.set(index, new Set([...before, action === 'on']));
    }
  }
  const memory = tables.get('devices', 'plant-1') as DeviceMemory | undefined;
  return [...possible].flatMap(([index, values]) => {
    const { on } = memory?.relays[index - 1] ?? { on: false };
    return values.has(on) ? [] : [`relay ${index} is ${on ? 'on' : 'off'}`];
  });
}

describe('what is on the disk at any moment', () => {
  it.each([1, 2, 3, 4, 5, 6])('has no device that its commands cannot have led to, seed %i', async (seed) => {
    const tables = createHeldTables();
    await worked(tables, seed);
    const { batches } = tables;
    expect(batches.length).toBeGreaterThan(COMMANDS / 4);
    const disk = createHeldTables();
    for (const batch of batches) {
      await disk.write(batch, false);
      expect(unlike(disk)).toEqual([]);
    }
    const ended = [...disk.entries('commands')].filter(
      ([, each]) => (each as Kept).command.status === 'succeeded',
    );
    expect(ended.length).toBeGreaterThan(COMMANDS / 6);
  });

  it('is found out where a device is written after its command', async () => {
    const tables = createHeldTables();
    await worked(tables, 1);
    const late = createHeldTables();
    let wrong = 0;
    for (const batch of tables.batches) {
      await late.write(
        batch.filter(({ table }) => table !== 'devices'),
        false,
      );
      wrong += unlike(late).length;
    }
    expect(wrong).toBeGreaterThan(0);
  });
});
