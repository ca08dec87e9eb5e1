// What a restricted run writes, counted at the service: nothing, in any dialect, by any way. Looking at the target,
// measuring, checks with their clean-up, stimuli, wires, programs, soaking and putting back are all in it.
import { describe, expect, test } from 'vitest';
import { bundledScenarios } from '../../../src/cli/load/scenarios.js';
import { PROPERTIES } from '../../../src/harness/property/results.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import type { Restriction } from '../../../src/harness/profile/restriction.js';
import type { RestoreRecord } from '../../../src/harness/restore/record.js';
import { openTarget } from '../../../src/harness/run/open-target.js';
import { planCases } from '../../../src/harness/run/plan.js';
import { run, type RunEnd } from '../../../src/harness/run/run.js';
import { select } from '../../../src/harness/run/select.js';
import { createInProcessTransport } from '../../../src/harness/target/in-process/create-in-process-transport.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { simulatorServer } from '../../../src/lab/in-process/simulator-server.js';
import type { RequestRecord } from '../../../src/trace/record.js';
import { required, simulated } from '../../property/executor.js';

interface Counted {
  readonly ended: RunEnd;
  /** Requests and frames that could change something, whatever came of them. */
  readonly writes: readonly string[];
  readonly reads: number;
  /** Contacts of relays that moved. */
  readonly moved: number;
  /** Operations that devices have carried out, by name. */
  readonly operations: readonly string[];
  readonly stimuli: number;
}

const READING = new Set(['session.ping', 'device.state.get', 'ticket.create', 'token.create']);
/** The pages of tokens and tickets, also for malformed requests: what they make is no change. */
const GIVES = /^\/svc\/v1\/(?:auth\/token|ws\/ticket)(?:\?|$)/;

/** Frames that are no requests ask for nothing; what devices do is counted besides. */
function isWrite({ method, what, path = '' }: RequestRecord): boolean {
  if (method === undefined) return what !== 'raw' && !READING.has(what);
  return method !== 'GET' && !READING.has(what) && !GIVES.test(path);
}

interface Counting {
  readonly dialect?: string;
  readonly restriction?: Restriction;
  readonly only?: readonly string[];
  readonly soak?: number;
  readonly runs?: number;
  readonly leftovers?: (profile: Profile) => RestoreRecord;
  /** The bench has wires from relays to inputs, and nothing else. */
  readonly wired?: true;
}

async function counted(options: Counting): Promise<Counted> {
  const { dialect = 'default', restriction, only, soak, runs = 5, leftovers, wired } = options;
  const opened = await openInProcess({ ...simulated({ dialect }), restriction });
  const { clock, running } = opened;
  const open = wired ? wiredTo(opened, restriction) : opened.open;
  const requests: RequestRecord[] = [];
  const operations: string[] = [];
  let moved = 0;
  let stimuli = 0;
  running.journal.listen((record) => {
    if (record.kind === 'request') requests.push(record);
    if (record.kind === 'stimulus') stimuli++;
    if (record.kind !== 'physical') return;
    const { operation } = (record.detail ?? {}) as { operation?: { readonly name: string } };
    if (operation) operations.push(operation.name);
    if (record.act === 'relay') moved++;
  });
  const { cases } = select(required(bundledScenarios(process.cwd())), only ? { only } : {});
  const plan = planCases(cases, open.profile, { restriction }, open.stimuli.offers);
  const programs = {
    properties: PROPERTIES,
    limits: soak === undefined ? { runs } : { soak },
    restriction,
    clock,
    onCounterexample: () => Promise.resolve(),
  };
  const record = leftovers?.(open.profile);
  const ended = await clock.runUntil(
    thenClose(run(open, { plan, programs, ...(record && { leftovers: record }) }), open),
  );
  const writes = requests
    .filter(isWrite)
    .map(({ method = 'frame', what, path = '' }) => `${method} ${what} ${path}`);
  return { ended, writes, reads: requests.length - writes.length, moved, operations, stimuli };
}

/** The same target; relay 1 of its first device drives input 1 of it. */
function wiredTo(
  { open, clock, running }: Awaited<ReturnType<typeof openInProcess>>,
  restriction?: Restriction,
) {
  const [[device, entry] = ['', undefined]] = Object.entries(open.profile.devices);
  const wires = [{ device, input: 1, relay: 1, inverted: false }];
  const profile: Profile = {
    ...open.profile,
    devices: { ...open.profile.devices, ...(entry && { [device]: { ...entry, inputs: [1] } }) },
    stimuli: { drivers: { 'set-input': { how: { kind: 'wiring', wires }, timeout: 10_000 } }, secrets: [] },
  };
  return openTarget({
    profile,
    dialect: open.target.dialect,
    clock,
    transport: createInProcessTransport(
      simulatorServer(() => running.simulator, clock),
      clock,
    ),
    seed: open.seed,
    vouchedFor: true,
    ...(restriction && { restriction }),
    stop: running.close,
  });
}

/** Another run has left relay 1 of the first device switched. */
function leftBehind(profile: Profile): RestoreRecord {
  const [[name, entry] = ['', undefined]] = Object.entries(profile.devices);
  const device = {
    name,
    deviceId: entry?.deviceId ?? '',
    relays: [{ index: 1, on: true }],
    jogged: [],
    jogDurations: [],
  };
  return {
    format: 'conform restore 1',
    target: { command: 'conform run', since: '2026-01-01T00:00:00.000Z', baseUrl: profile.baseUrl },
    devices: [device],
    stimuli: [],
  } as unknown as RestoreRecord;
}

const DIALECTS = [
  'default',
  'scrambled',
  'fixtures/dialects/gallery/shelly-gen2.yaml',
  'fixtures/dialects/gallery/tasmota.yaml',
];

describe.each(DIALECTS)('where the target speaks %s', (dialect) => {
  test('a run with --read-only writes nothing', async () => {
    const { ended, writes, reads, moved, operations, stimuli } = await counted({
      dialect,
      restriction: 'read-only',
    });
    expect(writes).toEqual([]);
    expect([moved, operations, stimuli]).toEqual([0, [], 0]);
    expect(reads).toBeGreaterThan(100);
    expect(ended.ok && ended.result.notRestored).toEqual([]);
  });

  test('a run with --no-actuate moves no relay and puts nothing on a line', async () => {
    const { ended, writes, moved, operations, stimuli } = await counted({
      dialect,
      restriction: 'no-actuate',
    });
    expect(writes.filter((write) => /relays\.set|transceive/.test(write))).toEqual([]);
    expect(moved).toBe(0);
    const names = [...new Set(operations)].toSorted();
    expect(names).toEqual(['device.relay.jogConfig.set', 'device.rs485.baudRate.set']);
    expect(stimuli).toBeGreaterThan(0);
    expect(ended.ok && ended.result.notRestored).toEqual([]);
  });

  test('a run without either does write: what is counted is there to be counted', async () => {
    const { writes, moved, operations } = await counted({
      dialect,
      only: ['relay/*', 'rs485/*', 'events/power*'],
    });
    expect(writes.length).toBeGreaterThan(20);
    expect(moved).toBeGreaterThan(10);
    expect(operations).toContain('device.rs485.transceive');
  });
});

describe.each(['no-actuate', 'read-only'] as const)('with --%s', (restriction) => {
  const switching = ({ writes, moved }: Counted): unknown => [
    writes.filter((write) => restriction === 'read-only' || /relays\.set|transceive/.test(write)),
    moved,
  ];

  test('soaking switches nothing', async () => {
    const soaked = await counted({ restriction, soak: 120_000, only: ['relay/*'] });
    expect(switching(soaked)).toEqual([[], 0]);
  });

  test('a wire is not used', async () => {
    const wired = await counted({ restriction, wired: true, only: ['events/*'] });
    expect(switching(wired)).toEqual([[], 0]);
  });

  test('what another run has left is told, and not put back', async () => {
    const put = await counted({ restriction, leftovers: leftBehind, only: ['auth/token'] });
    expect(switching(put)).toEqual([[], 0]);
    expect(put.ended).toMatchObject({ ok: false, kind: 'leftovers' });
    const left = !put.ended.ok && put.ended.kind === 'leftovers' ? put.ended.left : [];
    expect(left.join('\n')).toContain(`--${restriction}`);
  });
});

test('a wire is used where nothing forbids it, and what was left is put back', async () => {
  const wired = await counted({ wired: true, only: ['events/input-changed*'], runs: 1 });
  expect(wired.writes.filter((write) => write.includes('relays.set')).length).toBeGreaterThan(0);
  const put = await counted({ leftovers: leftBehind, only: ['auth/token'], runs: 1 });
  expect(put.moved).toBeGreaterThan(0);
});
