// Draws the programs of a run, for each tenant by turns in a large world and in a small one: the program of a place
// in it depends on nothing but the seed, the place and the profile.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random, RandomStream } from '../../kernel/random.js';
import {
  configure,
  drawPing,
  drawReadCommand,
  drawReadConfig,
  drawRefresh,
  drawStimulate,
  type ProgramCommand,
  setRelays,
  single,
  transceive,
} from './commands.js';
import { type ProgramFacts, smallestWorld, withOneDevice } from './facts.js';
import { createValueRows } from './value-rows.js';
import {
  burst,
  drawCut,
  drawReconnect,
  drawRepeat,
  drawWait,
  flood,
  longWait,
  reuseKey,
  series,
} from './command-series.js';

export interface Drawn {
  readonly index: number;
  /** Place of the tenant. */
  readonly tenant: number;
  readonly profile: ProgramProfile;
  readonly commands: Iterable<ProgramCommand>;
}

export type ProgramSource = ReturnType<typeof createProgramSource>;

export function createProgramSource(tenants: readonly ProgramFacts[], random: Random, options: DrawOptions) {
  const drawable = tenants.map((facts, at) =>
    kindsOf(facts, options, random.stream(`property/values ${at}`)),
  );
  const turns = turnsOf(tenants.map(({ share = 1 }, at) => (drawable[at]?.length === 0 ? 0 : share)));
  const chosenFor = (
    index: number,
  ): (KindOfProgram & { readonly tenant: number; readonly round: number }) | undefined => {
    const turn = turns[index % Math.max(1, turns.length)];
    if (!turn) return undefined;
    const { tenant, before, ofRound } = turn;
    const own = drawable[tenant] ?? [];
    const place = Math.floor(index / turns.length) * ofRound + before;
    const chosen = own[place % own.length];
    return chosen && { ...chosen, tenant, round: Math.floor(place / own.length) };
  };
  return {
    /** Undefined where the facts leave nothing to be drawn. */
    profileOf: (index: number) => chosenFor(index)?.profile,

    /** Undefined where the facts leave nothing to be drawn. */
    draw: (index: number): Drawn | undefined => {
      const chosen = chosenFor(index);
      if (!chosen) return undefined;
      const { profile, tenant, round, draw } = chosen;
      return { index, tenant, profile, commands: draw(random.stream(`property/program ${index}`), round) };
    },
  };
}

/** A kind of program, for a tenant. */
interface KindOfProgram {
  readonly profile: ProgramProfile;
  /** @param round how often each kind has had its turn before. */
  draw(random: RandomStream, round: number): Iterable<ProgramCommand>;
}

function kindsOf(facts: ProgramFacts, options: DrawOptions, random: RandomStream): readonly KindOfProgram[] {
  const rows = createValueRows(facts, random);
  const drawn = [facts, smallestWorld(facts)].flatMap((world) =>
    PROGRAM_PROFILES.flatMap((profile): KindOfProgram[] => {
      const own = options.longWaits || !ON_ONE_DEVICE.has(profile) ? world : withOneDevice(world);
      const arbitrary = commandsFor(profile, own, options);
      return arbitrary ? [{ profile, draw: (stream) => drawnFrom(arbitrary, stream) }] : [];
    }),
  );
  if (!rows) return drawn;
  const turns = Math.ceil(drawn.length / BETWEEN_VALUES);
  return drawn.flatMap((kind, at) =>
    at % BETWEEN_VALUES === 0
      ? [
          { profile: 'values', draw: (_, round) => rows.commandsAt(round * turns + at / BETWEEN_VALUES) },
          kind,
        ]
      : [kind],
  );
}

/** Programs of chance between two that go through the tables of values. */
const BETWEEN_VALUES = 2;

function drawnFrom<T>(arbitrary: fc.Arbitrary<T>, random: RandomStream): T {
  const seed = random.integer(0, 0x7fff_ffff);
  return arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined).value;
}

/** What these dwell on happens on one device: where programs take their time, they keep no second one from others. */
const ON_ONE_DEVICE: ReadonlySet<ProgramProfile> = new Set(['state', 'events', 'load']);

interface Turn {
  readonly tenant: number;
  /** Turns of the tenant in a round before this one, and in all of the round. */
  readonly before: number;
  readonly ofRound: number;
}

/** A round in which each tenant has its share of programs, spread over the round, and one at least. */
function turnsOf(shares: readonly number[]): readonly Turn[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  const counts = shares.map((share) => (share === 0 ? 0 : Math.max(1, Math.round((share / sum) * ROUND))));
  const had = counts.map(() => 0);
  const turns: Turn[] = [];
  const lateness = (tenant: number): number => ((had[tenant] ?? 0) + 1) / (counts[tenant] ?? 1);
  while (turns.length < counts.reduce((all, count) => all + count, 0)) {
    const waiting = [...counts.keys()].filter((each) => (had[each] ?? 0) < (counts[each] ?? 0));
    const tenant = waiting.toSorted((a, b) => lateness(a) - lateness(b))[0] ?? 0;
    turns.push({ tenant, before: had[tenant] ?? 0, ofRound: counts[tenant] ?? 0 });
    had[tenant] = (had[tenant] ?? 0) + 1;
  }
  return turns;
}

/**
 * Programs of a round, nearly: few enough that each tenant has its turn in a short run, and one more than there are
 * kinds of programs, so that the first tenant has one of each kind before a small one has its turn.
 */
const ROUND = 13;

// What programs dwell on. Any program may break any rule; one that does more of a kind finds more of that kind.

export const PROGRAM_PROFILES = [
  'idempotency',
  'refresh',
  'serialisation',
  'state',
  'events',
  'load',
] as const;
/** `values` goes through the tables of values row by row. */
export type ProgramProfile = (typeof PROGRAM_PROFILES)[number] | 'values';

export interface DrawOptions {
  /** Long waits may be drawn. */
  readonly longWaits: boolean;
}

/** Commands at most; fewer are drawn as often as many. */
const MOST_COMMANDS = 20;
/** Where each pause takes its time. */
const MOST_COMMANDS_IN_REAL_TIME = 10;

type Kind =
  | 'setRelays'
  | 'refresh'
  | 'transceive'
  | 'configure'
  | 'readConfig'
  | 'readCommand'
  | 'ping'
  | 'repeat'
  | 'reuseKey'
  | 'cut'
  | 'operationsAtOnce'
  | 'relaysAtOnce'
  | 'refreshesAtOnce'
  | 'anythingAtOnce'
  | 'reconnect'
  | 'stimulate'
  | 'series'
  | 'flood'
  | 'wait'
  | 'longWait';

/** How often each kind is drawn, relative to the others. */
const WEIGHTS: Readonly<Record<Exclude<ProgramProfile, 'values'>, Readonly<Partial<Record<Kind, number>>>>> =
  {
    idempotency: {
      setRelays: 2,
      transceive: 2,
      configure: 1,
      repeat: 5,
      cut: 3,
      reuseKey: 1,
      operationsAtOnce: 2,
      readCommand: 2,
      reconnect: 1,
      series: 1,
      wait: 2,
      longWait: 2,
    },
    refresh: { refresh: 5, wait: 5, refreshesAtOnce: 4, setRelays: 1 },
    serialisation: { anythingAtOnce: 6, transceive: 3, setRelays: 2, refresh: 2, cut: 3, wait: 2 },
    state: {
      setRelays: 5,
      refresh: 2,
      relaysAtOnce: 2,
      repeat: 2,
      reuseKey: 1,
      configure: 4,
      readConfig: 2,
      cut: 1,
      wait: 3,
    },
    events: {
      setRelays: 5,
      relaysAtOnce: 3,
      reconnect: 2,
      stimulate: 4,
      configure: 1,
      transceive: 1,
      wait: 3,
    },
    load: { anythingAtOnce: 4, flood: 4, ping: 2, refresh: 1, setRelays: 1, transceive: 1, wait: 1 },
  };

/** Undefined where the facts leave nothing to be drawn. */
function commandsFor(
  profile: Exclude<ProgramProfile, 'values'>,
  facts: ProgramFacts,
  { longWaits }: DrawOptions,
): fc.Arbitrary<Iterable<ProgramCommand>> | undefined {
  const operations = [...setRelays(facts), ...transceive(facts), ...configure(facts)];
  const reads = [...drawRefresh(facts), ...drawReadConfig(facts)];
  const kinds: Readonly<Record<Kind, readonly fc.Arbitrary<ProgramCommand>[]>> = {
    setRelays: single(setRelays(facts)),
    refresh: single(drawRefresh(facts)),
    transceive: single(transceive(facts)),
    configure: single(configure(facts)),
    readConfig: single(drawReadConfig(facts)),
    readCommand: operations.length > 0 ? drawReadCommand() : [],
    ping: single(drawPing(facts)),
    repeat: operations.length > 0 ? drawRepeat(facts) : [],
    reuseKey: reuseKey(operations),
    cut: drawCut(operations),
    operationsAtOnce: burst(operations),
    relaysAtOnce: burst(setRelays(facts)),
    refreshesAtOnce: burst([...drawRefresh(facts), ...drawRefresh(facts), ...transceive(facts)]),
    anythingAtOnce: burst([...operations, ...reads, ...drawRefresh(facts), ...drawPing(facts)]),
    reconnect: drawReconnect(facts),
    stimulate: drawStimulate(facts),
    series: series(setRelays(facts)),
    flood: flood(facts, [...operations, ...drawRefresh(facts)]),
    wait: drawWait(longWaits),
    longWait: longWaits ? longWait() : [],
  };
  const weighted = Object.entries(WEIGHTS[profile]).flatMap(([kind, weight]) => {
    const drawn = kinds[kind as Kind];
    return drawn.length === 0 ? [] : Array.from({ length: weight }, () => fc.oneof(...drawn));
  });
  return weighted.length === 0
    ? undefined
    : fc.commands(weighted, {
        maxCommands: longWaits ? MOST_COMMANDS : MOST_COMMANDS_IN_REAL_TIME,
        size: 'max',
      });
}
