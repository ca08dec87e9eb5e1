// Every state that is read is explained by some order of the accepted operations; what was refused, repeated or
// lost has no part in it.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { assert } from '../../kernel/assert.js';
import type { Interval } from '../../kernel/interval.js';
import { BAUD_RATE, type RegisterValue, type RegisterWrites } from '../target/registers.js';
import {
  configHistory,
  configWrites,
  type RegisterHistory,
  type HistoryRead,
  relayHistory,
  relayWrites,
  type Intended,
  intendedIn,
  isAtWork,
  type HistoryWrite,
  isOfOneRelay,
  isRefused,
} from './history.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { stateEventsAbout, type TraceView, isSteady, type SeenExchange } from './trace-view.js';

export const state: Invariant = {
  name: 'state',
  alone: true,
  rules: [
    'relay.effect',
    'relay.set-many',
    'relay.compatibility',
    'relay.jog-config',
    'rs485.baud-rate',
    'devices.detail-is-live',
    'ws.state-get',
    'busy.refused-has-no-effect',
    'idempotency.no-second-execution',
    'idempotency.timeout-is-final',
    'idempotency.after-lost-response',
    'idempotency.reused-for-another-request',
  ],
  judge: (view) => {
    const intended = intendedIn(view);
    const devices = new Set(intended.map(({ deviceId }) => deviceId));
    return [...devices]
      .filter((deviceId) => isSteady(deviceId, view))
      .flatMap((deviceId) => judgeDevice(deviceId, intended, view));
  },
};

/** What an operation writes, and what is broken when it writes nothing. */
type Kind = Pick<Unexplained, 'writeOf' | 'noEffect'> & {
  /** Events have shown the effect: the read must be old. */
  readonly effectSeen: (read: HistoryRead) => boolean;
};

function judgeDevice(
  deviceId: string,
  intended: readonly Intended[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const own = intended.filter((each) => each.deviceId === deviceId || each.reuses.length > 0);
  const relays = relayHistory(deviceId, view);
  const config = configHistory(deviceId, view);
  const settings = new Set(config.writes.flatMap(({ values }) => [...values.keys()]));
  return [
    ...judgeHistory(relays, own, {
      noEffect: 'relay.effect',
      writeOf: (each) => (each.deviceId === deviceId ? relayWrites(each) : []),
      effectSeen: isEffectTold(deviceId, view),
    }),
    ...[...settings].flatMap((name) =>
      judgeHistory(only(config, name), own, {
        noEffect: name === BAUD_RATE ? 'rs485.baud-rate' : 'relay.jog-config',
        writeOf: (each) => (each.deviceId === deviceId ? configWrites(each) : []),
        effectSeen: () => false,
      }),
    ),
  ];
}

/** The last event about a relay shows it otherwise than the read does: the effect was there. */
function isEffectTold(deviceId: string, view: TraceView): (read: HistoryRead) => boolean {
  const told = stateEventsAbout(deviceId, view).toSorted((a, b) => a.record.at - b.record.at);
  return ({ span, values }) =>
    [...values].some(([register, value]) => {
      const last = told.findLast(({ record, named }) => record.at <= span.from && named.has(register));
      const shown = last?.state.get(register);
      return shown !== undefined && shown !== value;
    });
}

/** Registers that no operation writes together are explained one by one: that is less work, and as strict. */
function only({ writes, reads }: RegisterHistory, name: string): RegisterHistory {
  const pick = <T>(values: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...values].filter(([register]) => register === name));
  return {
    writes: writes
      .map((each) => ({ ...each, values: pick(each.values) }))
      .filter(({ values }) => values.size > 0),
    reads: reads.map((each) => ({ ...each, values: pick(each.values) })),
  };
}

function judgeHistory(
  history: RegisterHistory,
  intended: readonly Intended[],
  kind: Kind,
): readonly InvariantJudgement[] {
  if (history.reads.length === 0 || history.writes.length === 0) return [];
  const expected = 'what is read to follow from the operations that were accepted, in some order';
  if (explain(history) !== 'no') {
    const shown = history.reads.map(({ exchange }) => exchange);
    return rulesSpokenOf(history, intended, kind.noEffect).map((rule) =>
      judgement(rule, true, expected, 'it does', ...shown),
    );
  }
  const { read, before } = firstUnexplained(history);
  const explanation = explanationsOf({
    ...kind,
    effectSeen: kind.effectSeen(read),
    history: before,
    intended,
  }).find((each) => explain(each.history) === 'yes');
  const writes = before.writes.map(({ exchange }) => exchange);
  const actual = `${valuesOf(read)}, which no order of them gives${explanation ? `: as if ${explanation.words}` : ''}`;
  return [judgement(explanation?.rule ?? kind.noEffect, false, expected, actual, read.exchange, ...writes)];
}

/** The shortest beginning of the history that has no explanation, and the read that ends it. */
function firstUnexplained({ writes, reads }: RegisterHistory): {
  readonly read: HistoryRead;
  readonly before: RegisterHistory;
} {
  const inOrder = reads.toSorted((a, b) => a.span.to - b.span.to);
  for (const [at, read] of inOrder.entries()) {
    const before = {
      writes: writes
        .filter(({ span }) => span.from <= read.span.to)
        .map(
          // What had not ended by the time of the read may come after it.
          (write) => (write.span.to > read.span.to ? { ...write, certain: false } : write),
        ),
      reads: inOrder.slice(0, at + 1),
    };
    if (explain(before) === 'no') return { read, before };
  }
  const last = inOrder.at(-1);
  assert(last, 'a history that has no explanation has reads');
  return { read: last, before: { writes, reads } };
}

function valuesOf({ values }: HistoryRead): string {
  return [...values]
    .map(([name, value]) => `${name} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`)
    .join(', ');
}

/** A state that is explained speaks for other rules, too, where there was an occasion to break them. */
function rulesSpokenOf(
  history: RegisterHistory,
  intended: readonly Intended[],
  usual: RuleId,
): readonly RuleId[] {
  const uses = intended.flatMap((each) => each.uses);
  return [
    usual,
    ...(history.writes.some(({ values }) => values.size > 1) ? (['relay.set-many'] as const) : []),
    ...(usual === 'relay.effect' && uses.some(isOfOneRelay) ? (['relay.compatibility'] as const) : []),
    ...(uses.some(isAtWork) ? (['busy.refused-has-no-effect'] as const) : []),
    ...(intended.some((each) => each.uses.length > 1) ? (['idempotency.no-second-execution'] as const) : []),
    ...(intended.some((each) => each.reuses.length > 0)
      ? (['idempotency.reused-for-another-request'] as const)
      : []),
  ];
}

// Whether some order of the writes explains all reads: each takes place at one moment of its span, and a read
// shows what was written last. The search is that of Wing and Gong, with the visited states remembered.

/** `unknown`: the search was given up, since too much was open. */
type Explained = 'yes' | 'no' | 'unknown';

/** States visited before the search is given up. */
const MOST_STATES = 20_000;
/** Writes and reads of one history: more are not looked at together. */
const MOST_ITEMS = 60;

interface Item {
  readonly span: HistoryWrite['span'];
  readonly certain: boolean;
  readonly write?: HistoryWrite['values'];
  readonly read?: HistoryRead['values'];
}

interface State {
  /** Places in the list of items that are done. */
  readonly done: bigint;
  readonly registers: RegisterWrites;
}

/** What is in a register before anything was written to it is open. */
function explain({ writes, reads }: RegisterHistory): Explained {
  const items: readonly Item[] = [
    ...writes.map(({ span, certain, values }) => ({ span, certain, write: values })),
    ...reads.map(({ span, values }) => ({ span, certain: true, read: values })),
  ].toSorted((a, b) => a.span.from - b.span.from);
  if (items.length > MOST_ITEMS) return 'unknown';
  const mustBeDone = items.reduce((mask, { certain }, at) => (certain ? mask | bit(at) : mask), 0n);
  const seen = new Set<string>();
  const open: State[] = [{ done: 0n, registers: new Map() }];
  for (let reached = open.pop(); reached; reached = open.pop()) {
    if ((reached.done & mustBeDone) === mustBeDone) return 'yes';
    const key = keyOf(reached);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST_STATES) return 'unknown';
    open.push(...nextStates(items, reached));
  }
  return 'no';
}

function bit(at: number): bigint {
  return 1n << BigInt(at);
}

function keyOf({ done, registers }: State): string {
  const values = [...registers].map(([name, value]) => `${name}=${String(value)}`).toSorted();
  return `${done.toString(36)} ${values.join(' ')}`;
}

function nextStates(items: readonly Item[], { done, registers }: State): readonly State[] {
  const isDone = (at: number): boolean => (done & bit(at)) !== 0n;
  const left = items.flatMap((item, at) => (isDone(at) ? [] : [{ item, at }]));
  const reached = Math.max(
    ...items.map(({ span }, at) => (isDone(at) ? span.from : Number.NEGATIVE_INFINITY)),
  );
  // Nothing may be done any more that something certain was over before.
  const deadline = Math.min(...left.filter(({ item }) => item.certain).map(({ item }) => item.span.to));
  return left.flatMap(({ item, at }) => {
    if (item.span.from > deadline || item.span.to < reached) return [];
    const after = apply(item, registers);
    return after ? [{ done: done | bit(at), registers: after }] : [];
  });
}

/** Undefined when the read does not show what is there. */
function apply({ write, read }: Item, registers: RegisterWrites): State['registers'] | undefined {
  if (write) return new Map([...registers, ...write]);
  const shown = read ?? new Map<string, RegisterValue>();
  for (const [name, value] of shown) {
    const held = registers.get(name);
    if (held !== undefined && held !== value) return undefined;
  }
  return new Map([...registers, ...shown]);
}

// What else may have happened, where the accepted operations do not explain what was read: each explanation is a
// way to break one rule, and the one that explains the reads names the rule.

interface Explanation {
  readonly rule: RuleId;
  readonly words: string;
  /** The history as it would be, if that had happened. */
  readonly history: RegisterHistory;
}

interface Unexplained {
  readonly history: RegisterHistory;
  readonly intended: readonly Intended[];
  /** What an operation writes. */
  readonly writeOf: (operation: Intended) => readonly HistoryWrite[];
  /** What is broken where an operation simply had no effect. */
  readonly noEffect: RuleId;
  /** Events have shown the effect: what was read must be old. */
  readonly effectSeen: boolean;
}

/** The most telling first. */
function explanationsOf({
  history,
  intended,
  writeOf,
  noEffect,
  effectSeen,
}: Unexplained): readonly Explanation[] {
  const extra = (uses: (each: Intended) => readonly SeenExchange[]): readonly HistoryWrite[] =>
    intended.flatMap((each) => uses(each).flatMap((use) => again(each, use, writeOf)));
  const withExtra = (rule: RuleId, words: string, writes: readonly HistoryWrite[]): Explanation[] =>
    writes.length === 0
      ? []
      : [{ rule, words, history: { ...history, writes: [...history.writes, ...writes] } }];
  return [
    ...withExtra(
      'busy.refused-has-no-effect',
      'an operation that was refused with DEVICE_BUSY had an effect',
      extra(({ uses }) => uses.filter(isAtWork)),
    ),
    ...withExtra(
      'idempotency.timeout-is-final',
      'a repeat after TIMEOUT was carried out',
      extra((each) => (each.status === 'timeout' ? laterUses(each) : [])),
    ),
    ...withExtra(
      'idempotency.after-lost-response',
      'a repeat after a lost response was carried out once more',
      extra((each) => (each.uses.some(({ broken }) => broken) ? laterUses(each) : [])),
    ),
    ...withExtra('idempotency.no-second-execution', 'a repeat was carried out once more', extra(laterUses)),
    ...withExtra(
      'idempotency.reused-for-another-request',
      'another request under a used key was carried out',
      intended.flatMap((each) => each.reuses.flatMap((use) => reused(each, use, writeOf))),
    ),
    ...(effectSeen ? stale(history) : []),
    ...split(history),
    ...otherwise(history, intended),
    {
      rule: noEffect,
      words: 'an operation that succeeded had no effect',
      history: { ...history, writes: history.writes.map((write) => ({ ...write, certain: false })) },
    },
    ...stale(history),
  ];
}

function laterUses({ uses }: Intended): readonly SeenExchange[] {
  return uses.slice(1).filter((use) => !isRefused(use));
}

function again(
  operation: Intended,
  { id, span: { from } }: SeenExchange,
  writeOf: (operation: Intended) => readonly HistoryWrite[],
): readonly HistoryWrite[] {
  const span: Interval = { from, to: Number.POSITIVE_INFINITY };
  return writeOf({ ...operation, certainty: 'perhaps', span }).map((write) => ({
    ...write,
    exchange: id,
    certain: false,
    span,
  }));
}

function reused(
  operation: Intended,
  use: SeenExchange,
  writeOf: (operation: Intended) => readonly HistoryWrite[],
): readonly HistoryWrite[] {
  const { operation: other, deviceId } = use.request;
  if (!other || deviceId === undefined) return [];
  return again({ ...operation, operation: other, deviceId }, use, writeOf);
}

/** The reads of one channel show an earlier state. */
function stale(history: RegisterHistory): readonly Explanation[] {
  return (['rest', 'ws'] as const).flatMap((channel): Explanation[] => {
    const reads = history.reads.map((read) =>
      read.channel === channel ? { ...read, span: { ...read.span, from: Number.NEGATIVE_INFINITY } } : read,
    );
    const rule = channel === 'rest' ? 'devices.detail-is-live' : 'ws.state-get';
    const words = 'the read shows an earlier state';
    return [{ rule, words, history: { ...history, reads } }];
  });
}

/** Of several relays in one request, some are left out. */
function split(history: RegisterHistory): readonly Explanation[] {
  const parts = history.writes.flatMap((write) =>
    write.values.size < 2
      ? write
      : [...write.values].map((value) => ({ ...write, certain: false, values: new Map([value]) })),
  );
  const words = 'only some relays of a request were switched';
  return parts.length === history.writes.length
    ? []
    : [{ rule: 'relay.set-many', words, history: { ...history, writes: parts } }];
}

/** Some requests have not done as they said. */
function otherwise(history: RegisterHistory, intended: readonly Intended[]): readonly Explanation[] {
  const single = new Set(intended.flatMap(({ uses }) => uses.filter(isOfOneRelay).map(({ id }) => id)));
  const open = (rule: RuleId, words: string, isOpen: (write: HistoryWrite) => boolean): Explanation[] => {
    const writes = history.writes.map((write) =>
      isOpen(write)
        ? { ...write, values: new Map([...write.values.keys()].map((each) => [each, undefined])) }
        : write,
    );
    return history.writes.some(isOpen) ? [{ rule, words, history: { ...history, writes } }] : [];
  };
  const several = 'relays of one request were not each switched as it said';
  return [
    ...open('relay.compatibility', 'one relay alone was switched otherwise', ({ exchange }) =>
      single.has(exchange),
    ),
    ...open('relay.set-many', several, ({ values }) => values.size > 1),
  ];
}
