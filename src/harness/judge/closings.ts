// Connections that are closed by what happens on them. Each may close at any time, so one that closes proves nothing: that
// they do so right after one kind of thing, more often than chance gives, does.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from '../../kernel/group-by.js';
import { kindInWords, requestKind } from '../target/answers.js';
import { promiseOf } from '../target/promises.js';
import { relayChanges } from './events.js';
import { relayHistory } from './history.js';
import { type Invariant, judgement } from './invariant.js';
import { isEntitled, isSteady, type Listener, listenersIn, type TraceView } from './trace-view.js';

/** In ms: a connection that closes so soon after something may have been closed by it. */
const SOON = 1000;
const LEAST_CLOSED = 3;
/** How likely chance alone may be, at most. */
const MOST_CHANCE = 1e-6;
const MOST_SHOWN = 3;
/** Close codes that tell of nothing that the client has done. */
const OF_THE_SERVER: ReadonlySet<number> = new Set([1000, 1001, 1005, 1006, 1011, 1012, 1013]);

/** Something after which a connection must stay open. */
interface Occasion {
  readonly rule: RuleId;
  readonly after: string;
  readonly connection: string;
  readonly at: number;
  readonly exchange: number;
  /** A connection that closes later than its reply was not closed in place of one. */
  readonly answered?: boolean;
  /** The service has told what was wrong: that it closes for that is what must not be, whatever it says. */
  readonly refused?: true;
}

/** Only where whoever recorded the trace knows who closed: a HAR file does not tell. */
export const closings: Invariant = {
  name: 'closings',
  rules: [],
  judge: (view) => {
    const closedAt = new Map(
      view.connections.flatMap(({ connection, state, by, closeCode: code, at }) =>
        state === 'closed' && by === 'target' && code !== undefined ? [[connection, { at, code }]] : [],
      ),
    );
    if (closedAt.size < LEAST_CLOSED) return [];
    const chance = Math.min(1, (closedAt.size * SOON) / timeOpen(view));
    const occasions = [...refusals(view), ...requests(view), ...changes(view)];
    return [...groupBy(occasions, ({ after }) => after)].flatMap(([after, all]) => {
      const closed = all.filter(({ connection, at, answered, refused }) => {
        const end = closedAt.get(connection);
        if (!end || answered || end.at < at || end.at > at + SOON) return false;
        return refused === true || OF_THE_SERVER.has(end.code);
      });
      const count = new Set(closed.map(({ connection }) => connection)).size;
      const [first] = closed;
      if (!first || count < LEAST_CLOSED || atLeast(count, all.length, chance) > MOST_CHANCE) return [];
      const actual = `in ${count} of ${all.length} cases it was closed within ${SOON / 1000} s; chance gives that less than once in a million`;
      const shown = closed.slice(-MOST_SHOWN).map(({ exchange }) => exchange);
      return [judgement(first.rule, false, `a connection to stay open after ${after}`, actual, ...shown)];
    });
  },
};

function timeOpen(view: TraceView): number {
  return listenersIn(view).reduce((sum, { openedAt, closedAt = openedAt, lastSeen = openedAt }) => {
    return sum + Math.max(closedAt, lastSeen) - openedAt;
  }, SOON);
}

/** The probability of `count` or more of `all`, each with the chance `p`. */
function atLeast(count: number, all: number, p: number): number {
  let sum = 0;
  let term = (1 - p) ** all;
  for (let k = 0; k <= all; k++) {
    if (k >= count) sum += term;
    term *= ((all - k) / (k + 1)) * (p / (1 - p));
  }
  return Number.isNaN(sum) ? 1 : sum;
}

/** A refusal is a recoverable result, and no failure of the connection. */
function refusals({ answered }: TraceView): readonly Occasion[] {
  return answered.flatMap(({ id, request: { connection }, reply: { code, at } }) =>
    connection !== undefined && code === 'RATE_LIMITED'
      ? [
          {
            ...{ rule: 'ws.errors-keep-connection', after: `a ${code} on it`, refused: true },
            ...{ connection, at, exchange: id },
          },
        ]
      : [],
  );
}

function requests({ exchanges }: TraceView): readonly Occasion[] {
  return exchanges.flatMap(({ id, request, reply }) => {
    const rule = promiseOf(request.what);
    const { connection, at } = request;
    if (connection === undefined || rule === undefined) return [];
    const after = kindInWords(requestKind(request));
    return [{ ...{ rule, after, connection, at }, exchange: id, answered: reply !== undefined }];
  });
}

/** Changes of relays, on each connection whose client is told of them. */
function changes(view: TraceView): readonly Occasion[] {
  const devices = new Set(view.exchanges.flatMap(({ request }) => request.deviceId ?? []));
  const listeners = listenersIn(view);
  const isOpen = ({ openedAt, closedAt = Infinity }: Listener, at: number): boolean =>
    openedAt < at && closedAt >= at;
  return [...devices]
    .filter((deviceId) => isSteady(deviceId, view))
    .flatMap((deviceId) =>
      relayChanges(relayHistory(deviceId, view)).flatMap(({ span, exchange }) =>
        listeners
          .filter((each) => isOpen(each, span.from) && isEntitled(each, deviceId, view))
          .map(({ connection }) => ({
            ...{ connection, exchange, at: span.from },
            ...{ rule: 'events.relay-changed' as const, after: 'the change of a relay' },
          })),
      ),
    );
}
