// A run with one wrong line ends with that line, and not with a rule that the server would break; a run against a server
// that does break one still says so.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import type { ClientProfile, Profile } from '../../src/harness/profile/profile.js';
import { readAgain } from '../../src/harness/run/causes/reading.js';
import { standingsOf } from '../../src/probe/proof.js';
import { unprovenLines } from '../../src/probe/grounds.js';
import { explainMisreading } from '../../src/probe/rivals.js';
import { conclude } from '../../src/report/result-words.js';
import { dialectMistakes, profileMistakes } from './mistakes.js';
import { type Mistaken, openMistaken, runMistaken } from './mistaken-run.js';

const FILE = 'fixtures/dialects/scrambled.yaml';
const parsed = parseDialect(readFileSync(FILE, 'utf8'), FILE);
if (!parsed.ok) throw new Error('the dialect can be read');
const spoken = parsed.value;

const CHECKS = [
  'relay/set-many',
  'events/changes',
  'rs485/answer:rest',
  'relay/jog-config',
  'devices/inputs-are-live:rest',
];
const selection = { only: CHECKS };

const { open } = await openMistaken({ spoken });
const mistakes = [...dialectMistakes(spoken), ...profileMistakes(spoken, open.profile)];

/** What a run comes to with the mistake of this name. */
async function comesTo(name: string) {
  const mistake = mistakes.find((each) => each.name === name);
  if (!mistake) throw new Error(`there is no mistake "${name}"`);
  const { result, refused } = await runMistaken({ ...mistake.mistaken, selection });
  return {
    kind: result ? conclude(result).kind : 'refused',
    words: result?.misread?.words ?? refused?.join(),
  };
}

describe('one wrong line', () => {
  it.each([
    [
      '$change.kind is (CONTACT|OUTPUT) ($change.kind is (OUTPUT|CONTACT))',
      '$change.kind is (OUTPUT|CONTACT)',
    ],
    ['$relay.on is (AUS|AN) ($relay.on is (AN|AUS))', '$relay.on is (AN|AUS)'],
    ['set-input is inverted', 'set-input sets the opposite'],
    ['operator has device:read, device:config, device:manage', 'clients.operator.scopes'],
  ])('%s is told as that line', async (name, told) => {
    const { kind, words } = await comesTo(name);
    expect(['misread', 'undecided']).toContain(kind);
    expect(words).toContain(told);
  });
});

it('blames nobody in a run that was ended before its exchanges could be read again', async () => {
  const mistake = mistakes.find(({ name }) => name.startsWith('$relay.on is (AUS|AN)'));
  const { result, open: own } = await runMistaken({ ...(mistake?.mistaken ?? { spoken }), selection });
  const before = (result?.checks ?? []).map((check) => {
    const isRevised = check.findings.some(({ verdict }) => verdict === 'inconclusive');
    const findings = check.findings.map((each) =>
      each.verdict === 'inconclusive' ? { ...each, verdict: 'fail' as const } : each,
    );
    return isRevised ? { ...check, verdict: 'fail' as const, findings } : check;
  });
  expect(before.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(1);
  const doubt = { target: own.target, profile: own.profile, firstLook: undefined };
  const read = await readAgain(before, { ...doubt, ended: AbortSignal.abort() }, 0);
  expect(read.misread?.words).toContain('the run was ended before it was known');
  expect(read.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

describe('the look before a run', () => {
  const ofReader = (changed: Partial<ClientProfile>) => (right: Profile) => {
    const { reader, ...others } = right.clients;
    return reader ? { ...right, clients: { ...others, reader: { ...reader, ...changed } } } : right;
  };

  it.each([
    ['a secret', ofReader({ clientSecret: 'of-another' }), 'clients.reader.clientId', []],
    ['a scope', ofReader({ scopes: ['device:manage'] }), 'clients.reader.scopes', ['last-relay-dead']],
  ])('blames no rule for %s that may be wrong in the profile', async (_, profile, line, defects) => {
    const { result } = await runMistaken({ spoken, profile, defects, selection: { only: ['ws/ping'] } });
    expect(result?.misread?.words).toContain(line);
    expect(result?.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});

describe('channels that are counted otherwise than the dialect says', () => {
  it.each([0, 1] as const)('are not switched where the first is %s on the wire', async (base) => {
    const counted = (from: 0 | 1) => {
      const text = readFileSync(FILE, 'utf8').replace(/^indexBase: .$/m, `indexBase: ${from}`);
      const read = parseDialect(text, 'counted.yaml');
      if (!read.ok) throw new Error('the dialect can be read');
      return read.value;
    };
    // Those are there, however they are counted.
    const profile = (right: Profile): Profile => ({
      ...right,
      devices: Object.fromEntries(
        Object.entries(right.devices).map(([name, device]) => [name, { ...device, relays: [2] }]),
      ),
    });
    const read = counted(base === 0 ? 1 : 0);
    const { refused, traces } = await runMistaken({ spoken: counted(base), read, profile, selection });
    expect(refused?.join()).toContain(`indexBase is ${base}`);
    const asked = traces.flat().flatMap((each) => (each.kind === 'request' ? [each.what] : []));
    expect(asked).toContain('devices.read');
    expect(asked.filter((what) => what.startsWith('relays.'))).toEqual([]);
  });
});

describe('what follows from a line that is wrong', () => {
  it('blames nobody for removing what could never be added', async () => {
    const mistake = mistakes.find(({ name }) => name.startsWith('label is $profileId, and type is $name'));
    const { result } = await runMistaken({
      ...(mistake?.mistaken ?? { spoken }),
      selection: { only: ['devices/*'] },
    });
    expect(mistake).toBeDefined();
    expect(result?.misread?.words).toMatch(/line \d+ of wrong.yaml says label is \$name\?/);
    expect(result?.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it('names the form of a request that was never granted, where checks could not be decided', async () => {
    const mistake = mistakes.find(
      ({ name, place }) => place === 'jogBody/pulse' && name.startsWith('$duration is in milliseconds ('),
    );
    const { result } = await runMistaken({
      ...(mistake?.mistaken ?? { spoken }),
      selection: { only: ['relay/jog-config:rest'] },
    });
    expect(mistake).toBeDefined();
    expect(result && conclude(result).kind).toBe('undecided');
    expect(result?.misread?.words).toMatch(
      /line \d+ of wrong.yaml shows jogBody, and no request of that form was ever granted/,
    );
  });

  it('blames nobody for devices that are never found under the identifiers of the dialect', async () => {
    const text = readFileSync(FILE, 'utf8').replaceAll("'urn:dev:${deviceId}'", '$deviceId');
    const read = parseDialect(text, 'bare.yaml');
    if (!read.ok) throw new Error('the dialect can be read');
    const profile = (right: Profile): Profile => ({
      ...right,
      devices: Object.fromEntries(
        Object.entries(right.devices).map(([name, device]) => [
          name,
          { ...device, deviceId: `urn:dev:${device.deviceId}` },
        ]),
      ),
    });
    const { result } = await runMistaken({
      spoken,
      read: read.value,
      profile,
      selection: { only: ['devices/refresh-covers-all', 'ws/ping'] },
    });
    expect(result?.misread?.words).toContain('no device was ever found under it');
    expect(result?.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});

it('blames the server for an envelope, which no line of a dialect shows', async () => {
  const { result } = await runMistaken({
    spoken,
    defects: ['denied-without-request-id'],
    selection: { only: ['envelope/errors'] },
  });
  const rules = result?.checks.flatMap(({ findings }) =>
    findings.flatMap(({ verdict, rule }) => (verdict === 'fail' ? [rule] : [])),
  );
  expect(new Set(rules)).toEqual(new Set(['envelope.error-request-id']));
});

/** What a finding about the exchanges of a run that were answered with the code rests on, by its rule. */
async function restingOn(mistaken: Pick<Mistaken, 'defects' | 'selection'>, code: string) {
  const { result, open: own } = await runMistaken({ spoken, ...mistaken });
  const traces = result?.checks.map(({ trace }) => trace) ?? [];
  const exchanges = traces
    .flat()
    .flatMap((each) => (each.kind === 'reply' && each.code === code ? [each.exchange] : []));
  expect(exchanges.length).toBeGreaterThan(0);
  const lines = unprovenLines(traces, traces, { dialect: spoken, profile: own.profile }, {});
  return (rule: string): readonly string[] =>
    lines
      .filter(({ rests }) => traces.some((trace) => rests({ exchanges, ofStep: true, rule }, trace)))
      .map(({ words }) => words);
}

it('rests what a refusal for want of permission says on no value of the request', async () => {
  const only = ['scope/config-denied:device-read,jog-duration,WebSocket'];
  const linesOf = await restingOn({ selection: { only } }, 'AUTH_SCOPE_DENIED');
  expect(linesOf('scope.required-scope-named')).toEqual([]);
});

it('rests a grant without the permission on no value of the request', async () => {
  const only = ['scope/config-denied:device-read,jog-duration,REST'];
  const defects = ['scopes-ignored-over-rest'];
  const linesOf = await restingOn({ defects, selection: { only } }, 'SUCCESS');
  expect(linesOf('scope.denied')).toEqual([]);
  expect(linesOf('relay.jog-config')).not.toEqual([]);
});

it.each([
  ['expired-token-reads-config', 'auth.expired', ['auth/expired']],
  ['duration-of-next-relay-too', 'relay.jog-config', ['relay/jog-config*', 'devices/config*']],
])('takes %s for a breach, where the server has shown that the line is right', async (defect, rule, only) => {
  const { result } = await runMistaken({ spoken, defects: [defect], selection: { only } });
  const failed = result?.checks.flatMap(({ findings }) =>
    findings.flatMap((each) => (each.verdict === 'fail' ? [each.rule] : [])),
  );
  expect(failed).toContain(rule);
});

describe('a right dialect and profile', () => {
  it('explainMisreading nothing on a right server, for nothing contradicts them', async () => {
    const { result, open: own } = await runMistaken({ spoken, selection });
    const traces = result?.checks.map(({ trace }) => trace) ?? [];
    expect(await explainMisreading(traces, { dialect: spoken, profile: own.profile })).toBeUndefined();
    expect(result && conclude(result).kind).toBe('passed');
  });

  it('proven on a right server, leave each defect where it is', async () => {
    const only = [...CHECKS, 'relay/effect:rest-on', 'relay/jog-lasts'];
    const { result, open: own } = await runMistaken({ spoken, selection: { only } });
    const traces = result?.checks.map(({ trace }) => trace) ?? [];
    const standings = standingsOf(traces, { dialect: spoken, profile: own.profile });
    const refuted = standings.map((each) => ({ ...each, refuted: [...each.refuted] }));
    const proven = standings.filter(({ standing }) => standing === 'proven');
    expect(proven.map(({ was }) => was)).toContain('$relay.on is (AN|AUS)');
    expect(standings.some(({ standing }) => standing === 'wrong')).toBe(false);
    const sets = standings.find(({ was }) => was === 'set-analog does what it says');
    expect(sets?.refuted).toContain('set-analog sets the next input');
    expect(sets?.refuted).toContain('set-analog does nothing that can be seen');
    for (const defect of [
      'relay-without-effect',
      'transceive-result-shortened',
      'last-relay-dead',
      'detail-from-cache',
    ]) {
      const found = await runMistaken({
        spoken,
        defects: [defect],
        selection: { only },
        proof: { refuted },
      });
      expect([defect, found.result?.misread?.words]).toEqual([defect, undefined]);
    }
  });
});

describe('a proven line', () => {
  it('has no rivals', async () => {
    const mistake = mistakes.find(({ name }) => name.startsWith('$change.kind'));
    const { result, open: own } = await runMistaken({ ...(mistake?.mistaken ?? { spoken }), selection });
    const traces = result?.checks.map(({ trace }) => trace) ?? [];
    const reading = { dialect: mistake?.mistaken.read ?? spoken, profile: own.profile };
    expect(await explainMisreading(traces, reading)).toBeDefined();
    expect(await explainMisreading(traces, reading, { isRefuted: () => true })).toBeUndefined();
  });
});
