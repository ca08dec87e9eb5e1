// What programs dwell on. Any program may break any rule; one that does more of a kind finds more of that kind.
import fc from 'fast-check';
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
import type { ProgramFacts } from './facts.js';

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
export function commandsFor(
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
