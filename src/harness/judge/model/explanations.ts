// What else may have happened, where the accepted operations do not explain what was read: each explanation is a
// way to break one rule, and the one that explains the reads names the rule.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Interval } from '../../../kernel/interval.js';
import type { SeenExchange } from '../trace-view.js';
import type { RegisterHistory, HistoryWrite } from './history.js';
import { isAtWork, isRefused, type Intended } from './intended.js';

export interface Explanation {
  readonly rule: RuleId;
  readonly words: string;
  /** The history as it would be, if that had happened. */
  readonly history: RegisterHistory;
}

export interface Unexplained {
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
export function explanationsOf({
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
