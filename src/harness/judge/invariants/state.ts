// Every state that is read is explained by some order of the accepted operations; what was refused, repeated or
// lost has no part in it.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { stateEventsAbout } from '../state-events.js';
import type { TraceView } from '../trace-view.js';
import {
  configHistory,
  configWrite,
  type RegisterHistory,
  type HistoryRead,
  relayHistory,
  relayWrites,
} from '../model/history.js';
import { type Intended, intendedIn, isAtWork } from '../model/intended.js';
import { explain } from '../model/linearise.js';
import { isSteady } from '../model/steady.js';
import { type Unexplained, explanationsOf } from '../model/explanations.js';

export const state: Invariant = {
  name: 'state',
  alone: true,
  rules: [
    'relay.effect',
    'relay.set-many',
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
type Kind = Pick<Unexplained, 'writeOf' | 'noEffect' | 'effectSeen'>;

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
      effectSeen: isEffectTold(deviceId, relays, view),
    }),
    ...[...settings].flatMap((name) =>
      judgeHistory(only(config, name), own, {
        noEffect: name === 'baud rate' ? 'rs485.baud-rate' : 'relay.jog-config',
        writeOf: (each) => (each.deviceId === deviceId ? configWrite(each) : []),
        effectSeen: false,
      }),
    ),
  ];
}

/** An event has shown a relay as a write was to make it. */
function isEffectTold(deviceId: string, { writes }: RegisterHistory, view: TraceView): boolean {
  const told = stateEventsAbout(deviceId, view);
  return writes.some(({ certain, values, span }) =>
    [...values].some(
      ([register, value]) =>
        certain &&
        value === true &&
        told.some(
          ({ record, named, state: shown }) =>
            record.at >= span.from && named.has(register) && shown.get(register) === value,
        ),
    ),
  );
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
  const explanation = explanationsOf({ ...kind, history: before, intended }).find(
    (each) => explain(each.history) === 'yes',
  );
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
      writes: writes.filter(({ span }) => span.from <= read.span.to).map((write) => begun(write, read)),
      reads: inOrder.slice(0, at + 1),
    };
    if (explain(before) === 'no') return { read, before };
  }
  const last = inOrder.at(-1) ?? reads[0];
  return { read: last ?? NO_READ, before: { writes, reads } };
}

const NO_READ: HistoryRead = { exchange: -1, channel: 'rest', span: { from: 0, to: 0 }, values: new Map() };

/** What had not ended by the time of the read may come after it. */
function begun(
  write: RegisterHistory['writes'][number],
  read: HistoryRead,
): RegisterHistory['writes'][number] {
  return write.span.to > read.span.to ? { ...write, certain: false } : write;
}

function valuesOf({ values }: HistoryRead): string {
  return [...values]
    .map(([name, value]) => `${name} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`)
    .join(', ');
}

/** A state that is explained speaks for more than its own rule, where there was an occasion to break another. */
function rulesSpokenOf(
  history: RegisterHistory,
  intended: readonly Intended[],
  usual: RuleId,
): readonly RuleId[] {
  const uses = intended.flatMap((each) => each.uses);
  return [
    usual,
    ...(history.writes.some(({ values }) => values.size > 1) ? (['relay.set-many'] as const) : []),
    ...(uses.some(isAtWork) ? (['busy.refused-has-no-effect'] as const) : []),
    ...(intended.some((each) => each.uses.length > 1) ? (['idempotency.no-second-execution'] as const) : []),
    ...(intended.some((each) => each.reuses.length > 0)
      ? (['idempotency.reused-for-another-request'] as const)
      : []),
  ];
}
