// Programs as they are drawn, written down and made simpler: whatever comes out is a scenario that can be run.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compose, programOf } from '../../../src/harness/property/compose.js';
import { counterexampleYaml, stepWords } from '../../../src/harness/property/results.js';
import { createProgramSource, PROGRAM_PROFILES } from '../../../src/harness/property/draw.js';
import type { ProgramFacts } from '../../../src/harness/property/facts.js';
import type { Program, StepData } from '../../../src/harness/property/program.js';
import type { Counterexample } from '../../../src/harness/property/search-port.js';
import { simplerBodies } from '../../../src/harness/property/shrink.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { createRandom } from '../../../src/kernel/random.js';

const device = (name: 'plant' | 'annex', profileName: string): ProgramFacts['devices'][number] => ({
  name,
  profileName,
  entry: { deviceId: profileName, relays: [1, 2, 3], inputs: [1], analogInputs: [1], sensors: ['t'] },
  relays: ['lamp', 'pump', 'fan'],
  rs485: { answered: 'ee01', unanswered: '7f' },
  stimuli: ['set-input', 'set-analog', 'set-sensor', 'inject-rs485', 'cut-power', 'drop-link'],
});

const FACTS: ProgramFacts = {
  devices: [device('plant', 'd1'), device('annex', 'd2')],
  clients: [
    { name: 'first', profileName: 'a', scopes: ['device:control', 'device:config'] },
    { name: 'second', profileName: 'b', scopes: ['device:control'] },
  ],
  connections: ['left', 'right'],
  witness: true,
};

const drawn = (count: number, facts = FACTS): Program[] => {
  const source = createProgramSource([facts], createRandom(7), { longWaits: true });
  return Array.from({ length: count }, (_, index) => {
    const program = source.draw(index);
    if (!program) throw new Error('nothing was drawn');
    return compose(program.commands, facts, { settle: 1000 });
  });
};

const counterexampleOf = (program: Program): Counterexample => ({
  index: 3,
  profile: 'state',
  finding: {
    rule: 'relay.effect',
    verdict: 'fail',
    where: 'invariant state',
    expected: 'this',
    actual: 'that: "quoted"',
    exchanges: [],
  },
  program,
  trace: [],
  standing: { kind: 'confirmed', times: 3 },
});

const problemsOf = (program: Program): unknown => {
  const parsed = parseScenario(
    counterexampleYaml(counterexampleOf(program), 42),
    'found/relay-effect-3.yaml',
  );
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};

describe('a drawn program', () => {
  it('is a scenario that can be read, whatever it dwells on', () => {
    for (const program of drawn(20 * PROGRAM_PROFILES.length)) expect(problemsOf(program)).toEqual([]);
  });

  it('is the same for the same seed and place', () => {
    expect(drawn(30)).toEqual(drawn(30));
  });

  it('uses all that there is, over a number of programs', () => {
    const text = JSON.stringify(drawn(200));
    for (const part of ['setRelays', 'transceive', 'setBaudRate', 'setJogDuration', 'refresh', 'readConfig'])
      expect(text).toContain(`"${part}"`);
    for (const part of [
      'repeat',
      'cut',
      'reconnect',
      'disconnect',
      'parallel',
      'stimulate',
      'readCommand',
      'ping',
    ])
      expect(text).toContain(`"${part}"`);
    for (const part of [
      '"via":"left"',
      '"via":"right"',
      '"client":"second"',
      'annex',
      'unanswered',
      'jog',
      '170s',
    ])
      expect(text).toContain(part);
  });

  it('lives by turns in all of the world and in the smallest one', () => {
    // Two of chance are followed by one that is about values, which lives in all of the world.
    const byChance = drawn(3 * PROGRAM_PROFILES.length).filter((_, at) => at % 3 !== 0);
    const large = byChance.slice(0, PROGRAM_PROFILES.length);
    const small = byChance.slice(PROGRAM_PROFILES.length);
    expect(JSON.stringify(large)).toMatch(/annex.*second|second.*annex/s);
    expect(JSON.stringify(small)).not.toMatch(/annex|second|right/);
  });

  it('opens the connections that it uses, and one to listen where it uses none', () => {
    const opened = (body: readonly StepData[]): unknown[] =>
      programOf(body, FACTS, { settle: 1000 }).prologue.flatMap(({ connect }) => connect ?? []);
    expect(opened([{ refresh: 'plant', via: 'rest' }])).toEqual(['left']);
    expect(opened([{ ping: null, via: 'right' }])).toEqual(['right']);
    expect(opened([{ parallel: [{ refresh: 'plant', via: 'right' }] }, { reconnect: 'left' }])).toEqual([
      'left',
      'right',
    ]);
  });

  it('waits at the end only for what the last waits have left', () => {
    const waits = (body: readonly StepData[]): unknown[] =>
      programOf(body, FACTS, { settle: 2000 }).epilogue.flatMap(({ wait }) => wait ?? []);
    const change = { setRelays: 'plant', relays: { lamp: 'on' } };
    expect(waits([change])).toEqual(['2000ms']);
    expect(waits([change, { wait: '400ms' }, { wait: '1s' }])).toEqual(['600ms']);
    expect(waits([change, { wait: '4s' }])).toEqual([]);
    expect(waits([{ wait: '4s' }, change])).toEqual(['2000ms']);
    expect(waits([{ wait: '4s' }])).toEqual([]);
  });

  it('switches nothing where nothing may be switched', () => {
    const facts = {
      ...FACTS,
      devices: FACTS.devices.map((each) => ({ ...each, relays: [], rs485: undefined, stimuli: [] })),
      clients: [{ name: 'first' as const, profileName: 'a', scopes: ['device:read' as const] }],
    };
    const text = JSON.stringify(drawn(60, facts));
    expect(text).toContain('"refresh"');
    expect(text).not.toMatch(/setRelays|transceive|setBaudRate|setJogDuration|stimulate/);
  });
});

const BODY: readonly StepData[] = [
  {
    setRelays: 'plant',
    relays: { lamp: 'on', pump: 'jog' },
    via: 'left',
    patient: false,
    key: 'op1',
    as: 'op1',
  },
  { wait: '3100ms' },
  {
    parallel: [
      { refresh: 'plant', patient: false, as: 'op2', at: '20ms' },
      { repeat: 'op1', patient: false, as: 'op3' },
    ],
  },
  { readCommand: '$op1.command.commandId', optional: true, patient: false },
];

describe('a simpler program', () => {
  const bodies = [...simplerBodies(BODY)];

  it('is a program again: nothing in it speaks of what is gone', () => {
    for (const body of bodies) expect(problemsOf(programOf(body, FACTS, { settle: 1000 }))).toEqual([]);
  });

  it('is simpler in one respect, and never the same', () => {
    for (const body of bodies)
      expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(BODY).length + 1);
    expect(bodies.map((body) => JSON.stringify(body))).not.toContain(JSON.stringify(BODY));
  });

  it('may be either half, a burst of one, over REST, with fewer relays or a shorter wait', () => {
    const texts = bodies.map((body) => JSON.stringify(body));
    expect(bodies).toContainEqual(BODY.slice(0, 2));
    expect(texts.some((text) => text.includes('"refresh"') && !text.includes('parallel'))).toBe(true);
    expect(texts.some((text) => text.includes('setRelays') && !text.includes('left'))).toBe(true);
    expect(texts.some((text) => text.includes('"lamp"') && !text.includes('pump'))).toBe(true);
    expect(texts.some((text) => text.includes('"wait":"50ms"'))).toBe(true);
  });
});

describe('a counterexample', () => {
  it('says what it shows, and asks for what it uses and nothing else', () => {
    const file: unknown = parse(
      counterexampleYaml(counterexampleOf(programOf(BODY, FACTS, { settle: 1000 })), 42),
    );
    expect(file).toMatchObject({
      title: 'A counterexample to relay.effect',
      rules: ['relay.effect'],
      needs: {
        devices: { plant: { relays: ['lamp', 'pump', 'fan'] } },
        clients: { first: ['device:read', 'device:control'] },
        exclusive: true,
      },
    });
  });

  it('reads well in a report', () => {
    expect(stepWords(BODY).join('\n')).toMatchInlineSnapshot(`
      "op1: setRelays plant relays { lamp: on, pump: jog } key op1 via left
      wait 3100ms
      at once:
        op2: refresh plant (after 20ms)
        op3: repeat op1
      readCommand $op1.command.commandId"
    `);
  });
});

it('programs for a target without jogs never ask for one', () => {
  const text = (facts: ProgramFacts): string => JSON.stringify(drawn(30, facts));
  expect(text(FACTS)).toMatch(/"jog"|setJogDuration/);
  expect(text({ ...FACTS, noJog: true })).not.toMatch(/"jog"|setJogDuration/);
});
