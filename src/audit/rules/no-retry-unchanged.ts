// client.no-retry-unchanged: the identical request again after a definitive refusal.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, type PartialRuling, spans, together, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import {
  byWorker,
  exchangeName,
  isOnSameSocket,
  isRead,
  knew,
  purposeOf,
  refusedAsBusy,
  requestOf,
} from './facts.js';
import { socketsOf } from './reconnections.js';
import { rhythmOf, type Rhythm } from './rhythm.js';
import type { ClientRule } from './ruling.js';

const FINAL = new Set([400, 401, 403, 404, 409, 422]);
/** Repeats so far apart are free, and those nearer than the other may be anything, in ms. */
const FREE = 60_000;
const DOUBTFUL = 30_000;
/** Who tries again reads sooner than so many ms later. */
const RARE = 5000;

export const noRetryUnchanged: ClientRule = {
  id: 'client.no-retry-unchanged',
  judge: (evidence) => {
    const rhythm = rhythmOf(evidence, purposeOf);
    const workers = Math.max(...evidence.days.map(workersOf));
    const calm = evidence.calm && new Set(evidence.calm.exchanges.filter(isFinal).map(purposeOf));
    const found = evidence.days.flatMap((day) =>
      [...byWorker(day)].flatMap(([worker, exchanges]) => {
        const mixed = mixedKeys(exchanges);
        const connections = day.connections.filter((each) => each.worker === worker);
        const sockets = socketsOf({ ...day, connections });
        return [...groupBy(exchanges.filter(isTold), requestOf).values()].map((same) =>
          judgeRequest(day, same, { rhythm, mixed, workers, sockets, calm, last: exchanges.at(-1) }),
        );
      }),
    );
    const ruling = verdict({
      ...together(found),
      why: 'what was repeated came 30 s apart or more, shared its key with other commands, or may be read on a schedule that no calm day shows',
      needs: 'the days of denied scopes and of the disabled client: a request has to be refused for good',
      enough: 3,
    });
    const mayComeAgain = evidence.isInterim && found.some(({ goesOn }) => goesOn);
    return mayComeAgain ? { ...ruling, lacks: 'time to see whether what was refused comes again' } : ruling;
  },
};

function isFinal(exchange: ClientExchange): boolean {
  const status = exchange.reply?.status;
  return status !== undefined && FINAL.has(status) && !refusedAsBusy(exchange);
}

/** Frames that could not be read are not told apart. */
function isTold({ what, channel, digest, method }: ClientExchange): boolean {
  // A browser asks for permission without being told to.
  if (method === 'OPTIONS') return false;
  return what !== 'raw' || channel === 'rest' || digest !== undefined;
}

/** Keys of several commands: they make requests alike that are not meant to be. */
function mixedKeys(exchanges: readonly ClientExchange[]): ReadonlySet<string> {
  const keyed = exchanges.filter(({ key }) => key !== undefined);
  const purposes = groupBy(keyed, ({ key = '' }) => key);
  const mixed = [...purposes].filter(([, same]) => new Set(same.map(purposeOf)).size > 1);
  return new Set(mixed.map(([key]) => key));
}

/** How many workers a process has at most. */
function workersOf({ exchanges }: ClientTraffic): number {
  const actors = groupBy(exchanges, ({ actor }) => actor);
  return Math.max(1, ...[...actors.values()].map((own) => new Set(own.map(({ worker }) => worker)).size));
}

interface Control {
  readonly rhythm: Rhythm;
  readonly mixed: ReadonlySet<string>;
  readonly workers: number;
  /** How many connections the worker has at a time: each may ask for its tickets by itself. */
  readonly sockets: number;
  /** What was refused on the calm day, if there was one. */
  readonly calm: ReadonlySet<string> | undefined;
  /** What the worker did last. */
  readonly last: ClientExchange | undefined;
}

/** How late a machine has to be to bring about these repeats, in ms, by those that must have read the refusal before. */
function lackOfTime(
  day: ClientTraffic,
  run: readonly ClientExchange[],
  { rhythm, fewest }: Pick<Control, 'rhythm'> & { readonly fewest: number },
): number {
  const sure = run.filter((each, at) => at > 0 && isOnSameSocket(each, run[at - 1] ?? each));
  const [first] = run;
  const last = sure.at(-1);
  if (!first || !last || sure.length < fewest) return 0;
  // Lateness brings nobody to send again what was refused; reads of a schedule come nearer to each other by it.
  if (!isRead(first)) return Infinity;
  return sure.length * Math.min(RARE, rhythm(purposeOf(first), day)) - (last.cameAt - first.cameAt);
}

interface Found extends PartialRuling {
  /** It was refused at last, and came again before or is all that its worker does: it may yet come again. */
  goesOn?: boolean;
}

function judgeRequest(day: ClientTraffic, same: readonly ClientExchange[], control: Control): Found {
  const { rhythm, mixed, workers, sockets, calm, last } = control;
  const found: Found = { n: 0, breaches: [], doubts: [] };
  let run: ClientExchange[] = [];
  const end = (): void => {
    if (run.length > 0) found.n++;
    const gaps = run.slice(1).map((each, at) => each.cameAt - (run[at]?.reply?.at ?? each.cameAt));
    // Any worker and connection may have sent it where none is named, and one of them has to have asked three times.
    const isOfNone = run[0]?.token === undefined && run[0]?.channel === 'rest';
    const isForOne = run[0]?.what === 'ticket.create' || run[0]?.what === 'token.create';
    const fewest = 2 * (isOfNone ? workers : 1) * (isForOne ? sockets : 1);
    if (gaps.length >= fewest && !isOnSchedule(day, run, rhythm)) {
      const [first] = run;
      const done = `${first ? exchangeName(first) : 'a request'} came again unchanged after ${spans(gaps)}`;
      const right = `${first?.reply?.status} ${first?.reply?.code} is final: change the request, or give up`;
      const how = breach(day, run, done, right);
      const isSlow = gaps.filter((gap) => gap < DOUBTFUL).length < 2;
      const isMixed = first?.key !== undefined && mixed.has(first.key);
      // What is refused on the calm day, too, may be read on a schedule, unless it comes soon.
      const isKnown =
        calm !== undefined && !(first && calm.has(purposeOf(first)) && Math.min(...gaps) >= RARE);
      const isReading = first !== undefined && isRead(first);
      const withoutControl = isReading && !isKnown;
      const by = lackOfTime(day, run, { rhythm, fewest });
      if (isSlow || isMixed || withoutControl) found.doubts.push(how);
      else found.breaches.push({ ...how, by });
    }
    run = [];
  };
  for (const each of same) {
    const before = run.at(-1);
    const since = before?.reply?.at;
    if (before && since !== undefined) {
      const gap = each.cameAt - since;
      if (!knew(each, before)) continue;
      const limit = isRead(each) ? Math.min(FREE, rhythm(purposeOf(each), day)) : FREE;
      if (gap >= limit || somethingChanged(day, each, since)) end();
    }
    if (isFinal(each)) run.push(each);
    else {
      if (run.length > 0) run.push(each);
      end();
    }
  }
  const { cameAt: lastAt = -Infinity } = run.at(-1) ?? {};
  const isBegun = run.length > 1 && !isOnSchedule(day, run, rhythm);
  found.goesOn = day.to - lastAt < DOUBTFUL && (isBegun || run.at(-1) === last);
  end();
  return found;
}

/** Reads that come no oftener than usual, although some of them had to wait for the last one. */
function isOnSchedule(day: ClientTraffic, run: readonly ClientExchange[], rhythm: Rhythm): boolean {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last || !isRead(first)) return false;
  return run.length <= 2 + (last.cameAt - first.cameAt) / rhythm(purposeOf(first), day);
}

/** A reason to try again: the device came online, a connection was made, or others changed the state meanwhile. */
function somethingChanged(day: ClientTraffic, again: ClientExchange, since: number): boolean {
  const isMeanwhile = (at = -1): boolean => at >= since && at <= again.cameAt;
  const online = day.deliveries.filter(({ topic }) => topic === 'device.connection.online');
  return (
    online.some(({ at, deviceId }) => deviceId === again.deviceId && isMeanwhile(at)) ||
    day.connections.some(({ actor, openedAt }) => actor === again.actor && isMeanwhile(openedAt))
  );
}
