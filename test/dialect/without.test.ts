// What a server does not have: its dialect need not show it, the simulator in that dialect does not have it either,
// and what is read instead is said.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { allMissing, FEATURE_NAMES, type Feature } from '../../src/contract/features.js';
import type { DeviceList } from '../../src/contract/schemas/device.js';
import { SHAPE_NAMES } from '../../src/contract/schemas/shapes.js';
import { lackingShapes } from '../../src/dialect/settings.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import type { Call, CallOutcome } from '../../src/harness/target/call.js';
import { openInProcess } from '../../src/lab/in-process/open-in-process.js';
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import { dialectOf, textOf } from './read-dialect.js';

/** The default dialect without these features, and without the shapes that belong to them. */
function withoutThese(...without: Feature[]): string {
  const lacking = lackingShapes(new Set(without));
  const file = parse(textOf('default')) as Record<string, unknown>;
  const kept = Object.entries(file).filter(([name]) => ![...lacking.keys()].some((shape) => shape === name));
  const noJog = allMissing(without).includes('jog-action');
  const action = noJog ? '$relay.action(on|off)' : '$relay.action';
  const single = noJog ? '$action(on|off)' : '$action';
  return stringify({
    ...Object.fromEntries(kept),
    relayParams: { relays: [{ index: '$relay.index', action }] },
    ...(lacking.has('singleRelayBody') ? {} : { singleRelayBody: { action: single } }),
    without,
  });
}

function diagnostics(text: string): string[] {
  const result = parseDialect(text, 'd.yaml');
  return result.ok ? [] : result.problems.map(({ message, hint = '' }) => `${message} (${hint})`);
}

const RELAYS = { relays: [{ index: 1, on: true }] };

describe('a dialect without', () => {
  it.each(FEATURE_NAMES)('%s need not show what belongs to it', (feature) => {
    const dialect = dialectOf(withoutThese(feature));
    expect([...dialect.without]).toEqual(allMissing([feature]));
    for (const shape of lackingShapes(new Set([feature])).keys()) {
      const codec = dialect.shapes[shape] as {
        encode(value: unknown): unknown;
        decode(wire: unknown): unknown;
      };
      expect(() => codec.encode({})).toThrow(`without ${feature}`);
      expect(codec.decode({})).toMatchObject({
        ok: false,
        mismatches: [{ expected: `nothing: the dialect is without ${feature}` }],
      });
    }
  });

  it('sensors and inputs reads a state that has none', () => {
    const file = parse(withoutThese('digital-inputs', 'analog-inputs', 'sensors')) as object;
    const { peripherals } = dialectOf(
      stringify({ ...file, peripherals: { r: [{ i: '$relay.index', on: '$relay.on' }] } }),
    ).shapes;
    const value = { ...RELAYS, digitalInputs: [], analogInputs: [], sensors: [] };
    expect(peripherals.decode({ r: [{ i: 1, on: true }] })).toEqual({ ok: true, value });
  });

  it('jog has no word for it', () => {
    const { relayParams } = dialectOf(withoutThese('jog')).shapes;
    expect(() => relayParams.encode({ relays: [{ index: 1, action: 'jog' }] })).toThrow('no word for jog');
    expect(relayParams.decode({ relays: [{ index: 1, action: 'jog' }] })).toMatchObject({ ok: false });
  });

  it('the action jog alone keeps jog durations', () => {
    const { relayParams, jogBody } = dialectOf(withoutThese('jog-action')).shapes;
    expect(() => relayParams.encode({ relays: [{ index: 1, action: 'jog' }] })).toThrow('no word for jog');
    expect(jogBody.encode({ duration: 500 })).toEqual({ durationMs: 500 });
    const twoWords = textOf('default').replaceAll('$relay.action', '$relay.action(on|off)');
    expect(diagnostics(twoWords)[0]).toContain('say `without: [jog-action]`');
  });

  it('something that it shows is refused, and so is a word that nobody knows', () => {
    const contradicting = `${textOf('default')}\nwithout: [passwords]\n`;
    expect(diagnostics(contradicting)).toEqual([
      'the dialect is without passwords, and shows passwordChange (Leave passwordChange out, or passwords of "without".)',
    ]);
    expect(diagnostics(`${textOf('default')}\nwithout: [passwort]\n`)[0]).toMatch(/without\.0/);
    expect(diagnostics(withoutThese().replace(/^passwordChange:\n(?: .*\n)+/m, ''))[0]).toMatch(
      /the shape passwordChange is missing/,
    );
  });
});

async function asked(text: string, calls: (managed: string) => readonly Call[]): Promise<CallOutcome[]> {
  const fleet = loadFleet(undefined, process.cwd());
  if (!fleet.ok) throw new Error('the fleet cannot be read');
  const { open, clock } = await openInProcess({ fleet: fleet.value.spec, dialect: dialectOf(text) });
  const { clients, management } = open.profile;
  const [client = ''] = Object.keys(clients);
  const outcomes: CallOutcome[] = [];
  const ask = async (): Promise<void> => {
    for (const call of calls(management?.deviceId ?? '')) {
      outcomes.push((await open.target.request(call, { client })).outcome);
    }
    await open.close();
  };
  await clock.runUntil(ask());
  return outcomes;
}

const codeOf = (outcome: CallOutcome | undefined): string =>
  outcome?.kind === 'reply' ? outcome.reply.code : `${outcome?.kind}`;

function listedIn(outcome: CallOutcome | undefined): readonly string[] {
  const { data } = outcome?.kind === 'reply' ? outcome.reply : {};
  return (data as DeviceList).devices.map(({ deviceId }) => deviceId);
}

describe('the simulator in such a dialect', () => {
  it('changes a password without the current one where the dialect does not show that', async () => {
    const whole = textOf('default').replace('currentPassword: $currentPassword, ', '');
    expect(dialectOf(whole).without).toContain('current-password');
    expect(dialectOf(textOf('default')).without).not.toContain('current-password');
    const change = { currentPassword: 'wrong', newPassword: 'another' };
    const calls = (deviceId: string): readonly Call[] => [
      { name: 'addDevice', addition: { deviceId, profileId: 'io-8', password: 'right' } },
      { name: 'changePassword', deviceId, change },
    ];
    expect((await asked(whole, calls)).map(codeOf)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await asked(textOf('default'), calls)).map(codeOf)).toEqual(['SUCCESS', 'PASSWORD_INVALID']);
  });

  it('has no endpoint for what is not there', async () => {
    const text = withoutThese('device-profiles', 'removing');
    const outcomes = await asked(text, (deviceId) => [
      { name: 'listProfiles' },
      { name: 'removeDevice', deviceId },
      { name: 'listDevices' },
    ]);
    expect(outcomes.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'SUCCESS']);
  });

  it('shows all devices where there are no pages', async () => {
    const call: Call = { name: 'listDevices', limit: 1 };
    const [paged] = await asked(textOf('default'), () => [call]);
    expect(listedIn(paged)).toHaveLength(1);
    const [whole] = await asked(withoutThese('paging'), () => [call]);
    expect(listedIn(whole)).toHaveLength(demoDevices().length);
  });

  it.each([{ cursor: 'from' }, { page: 'page' }, { offset: 'start' }])(
    'has pages of its own size, by %j',
    async (paging) => {
      const paged = stringify({
        ...(parse(withoutThese('page-size')) as object),
        deviceList: { devices: ['$device'], next: '$nextCursor?' },
        paging,
      });
      const [first] = await asked(paged, () => [{ name: 'listDevices' }]);
      expect(listedIn(first)).toHaveLength(10);
      const { nextCursor: cursor = '' } = (first as { reply: { data: DeviceList } }).reply.data;
      const [one, next] = await asked(paged, () => [
        { name: 'listDevices', limit: 1 },
        { name: 'listDevices', cursor },
      ]);
      expect(listedIn(one)).toEqual(listedIn(first));
      expect(new Set([...listedIn(one), ...listedIn(next)]).size).toBe(demoDevices().length);
    },
  );

  it('gives numbers for identifiers, and names a device that is added by its serial number', async () => {
    const text = readFileSync('fixtures/dialects/gallery/modbus-gateway.yaml', 'utf8');
    const [list, added, removed] = await asked(text, (deviceId) => [
      { name: 'listDevices' },
      { name: 'addDevice', addition: { deviceId, profileId: 'io-8', password: 'secret' } },
      { name: 'removeDevice', deviceId },
    ]);
    expect(listedIn(list).slice(0, 2)).toEqual(['1000001', '1000002']);
    expect(added).toMatchObject({ reply: { code: 'SUCCESS', data: { device: { deviceId: '900000001' } } } });
    expect(codeOf(removed)).toBe('SUCCESS');
  });
});

it('every shape belongs to one feature at most', () => {
  const all = FEATURE_NAMES.flatMap((feature) => [...lackingShapes(new Set([feature])).keys()]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((shape) => SHAPE_NAMES.includes(shape))).toBe(true);
});
