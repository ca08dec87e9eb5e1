import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { createRandom } from '../../src/kernel/random.js';
import { createJournal } from '../../src/simulator/control/journal/journal.js';
import { MEMORY_LIMITS } from '../../src/simulator/limits/limits.js';
import { createCommandLedger } from '../../src/simulator/service/command-ledger.js';
import { createFleet } from '../../src/simulator/fleet/fleet.js';
import { createDeviceDirectory } from '../../src/simulator/simulator.js';
import { createManagement } from '../../src/simulator/service/create-service.js';
import { createQuotas } from '../../src/simulator/service/ports.js';
import { createMemoryState } from '../../src/simulator/service/service-state.js';
import { fleetSpec } from './control/rig.js';
import { quotasBut, smallService } from './service/small-service.js';

/** A megabyte of RS485. */
const MANY_BYTES = 'ee'.repeat(512 * 1024);
const transceive = { name: 'device.rs485.transceive', params: { data: MANY_BYTES } } as const;

describe('what is remembered', () => {
  it('of commands is bounded by what they hold, and the oldest finished ones go', () => {
    const clock = createManualClock();
    const limits = { retention: 1e9, maxCommands: 100_000 };
    const ledger = createCommandLedger(clock, createRandom(1).stream('id'), limits);
    const request = (key: string) => ({
      clientId: 'c',
      deviceId: 'd',
      operation: transceive,
      idempotencyKey: key,
    });
    const running = ledger.open(request('running'));
    for (let at = 0; at < 500; at++) ledger.open(request(`k${at}`)).finish({ status: 'timeout' });
    expect(ledger.size).toBeLessThan(MEMORY_LIMITS.maxCommandText / MANY_BYTES.length);
    expect(ledger.size).toBeGreaterThan(20);
    expect(ledger.find(running.entry.command.commandId)).toBeDefined();
    expect(ledger.lookUp(request('k499'))).toMatchObject({ kind: 'repeat' });
    expect(ledger.lookUp(request('k0'))).toEqual({ kind: 'new' });
  });

  it('of requests in the journal is bounded by what they hold, and says what is gone', () => {
    const journal = createJournal(createManualClock());
    for (let at = 0; at < 500; at++) {
      const request = { what: 'rs485.transceive', operation: transceive };
      const row = journal.asked({ origin: undefined, channel: 'rest', client: 'c', request });
      journal.answered(row, { code: 'SUCCESS' });
    }
    const records = journal.records();
    expect(records.length).toBeLessThanOrEqual(MEMORY_LIMITS.maxJournalText / MANY_BYTES.length);
    expect(records.length).toBeGreaterThan(10);
    expect(records.at(-1)?.seq).toBe(1000);
    expect(journal.dropped).toBe(1000 - records.length);
    expect(records[0]?.seq).toBe(journal.dropped + 1);
  });

  it('of added devices is bounded by their number; removing one makes room', async () => {
    const { ports, operator, clock } = smallService();
    const unlimited = {
      ...ports,
      quotas: createQuotas(clock, quotasBut({ manage: { limit: 20_000, window: 60_000 } })),
    };
    const fleet = createFleet(fleetSpec(), { clock, random: createRandom(1) });
    const devices = createDeviceDirectory(fleet);
    const parts = { ports, devices, state: createMemoryState(unlimited) };
    const management = createManagement(parts as unknown as Parameters<typeof createManagement>[0]);
    const add = async (name: string) =>
      management.addDevice(operator, { deviceId: name, profileId: 'mini', password: 'p' });
    for (let at = 0; at < MEMORY_LIMITS.maxAddedDevices; at++) expect((await add(`d${at}`)).ok).toBe(true);
    expect(await add('one-more')).toMatchObject({ refusal: { code: 'INVALID_PARAMETER' } });
    await management.removeDevice(operator, 'd5');
    expect((await add('one-more')).ok).toBe(true);
  });
});
