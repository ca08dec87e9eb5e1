// client.key-kept-on-retry: whether the identical command comes again under another key where no definitive response
// came, and not where one did.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, spanWords, verdict } from './breach.js';
import { type Occasion, rateOf, ruleOnParts } from './experiment.js';
import {
  byActor,
  cameLate,
  exchangeName,
  instanceOf,
  isClientRefresh,
  isCommand,
  isFailed,
  isLost,
  PATIENCE,
  purposeOf,
  relaysOf,
  settledAt,
  succeeded,
} from './facts.js';
import { type Rhythm, rhythmOf } from './rhythm.js';
import { type ClientBreach, type ClientRule, dayIdOf } from './ruling.js';

const RIGHT = 'the same request over the same channel, under its key';
/**
 * How long after a command another one may be a try of it, in ms, and no longer than until the client would send it
 * again anyway: the same for both arms.
 */
const WITHIN = 30_000;
/** Where chance did not decide what was lost, only commands of about the same time are compared, in ms. */
const SAME_TIME = 30_000;

export const keyKeptOnRetry: ClientRule = {
  id: 'client.key-kept-on-retry',
  judge: ({ days, calm }) => {
    // What was answered on the days themselves is one of the arms: a window drawn from it would favour that.
    const rhythm = calm ? rhythmOf({ days: [calm], calm }, purposeOf) : () => Infinity;
    const found = days.flatMap((day) =>
      [...byActor(day).values()].map((exchanges) => judgeActor(day, exchanges, rhythm)),
    );
    const all = found.flatMap((each) => each.occasions);
    // Chance brings no client to leave out the key that it has sent before.
    const keyless = found.flatMap((each) => each.keyless);
    if (keyless.length > 1) return verdict({ n: all.length, breaches: keyless, needs: '' });
    // Those with a definitive response are the other arm of each part.
    const answeredOr = (by: Sent['by']) => all.filter((each) => each.by === undefined || each.by === by);
    return ruleOnParts(
      {
        n: all.filter(({ treated }) => treated).length,
        occasions: all,
        doubts: found.flatMap(({ doubts }) => doubts),
        why: 'a command came again under its key over the other channel, or under another one after its device had been read: whether that is a retry is left open',
        isUsual: isUsual(all, days, calm),
        names: ['commands without a definitive response', 'commands with one'],
        needs: 'the days of lost replies and of the failing service: the client has to send a command',
      },
      // Who takes a 500 for an answer may keep the key of what got none, or the other way round; and who tries again over
      // the channel keep it that is lost where the other channel takes its place.
      [
        all.filter(({ by }) => by !== 'failed'),
        answeredOr('failed'),
        found.flatMap(({ fallbacks }) => fallbacks),
      ],
      // A slow reply holds its client up, so that a day has few of them.
      [answeredOr('late')],
    );
  },
};

/** Where nothing was drawn, what comes late on a day has less after it, lost or not: whole days are compared. */
function isUsual(
  occasions: readonly Occasion[],
  days: readonly ClientTraffic[],
  calm: ClientTraffic | undefined,
): boolean {
  const on = (day: string): readonly Occasion[] => occasions.filter(({ how }) => how.day === day);
  const staged = days.filter(({ day }) => on(day).some(({ treated }) => treated));
  const usual = calm ? on(calm.day) : [];
  if (usual.length === 0 || staged.some(({ isDrawn }) => isDrawn)) return false;
  return rateOf(staged.flatMap(({ day }) => on(day))) <= rateOf(usual);
}

interface Sent extends Occasion {
  /** Why it had no definitive response, where it had none. */
  readonly by?: ReturnType<typeof reasonOf>;
}

function judgeActor(day: ClientTraffic, exchanges: readonly ClientExchange[], rhythm: Rhythm) {
  const commands = exchanges.filter(isCommand);
  const reads = exchanges.filter((each) => isClientRefresh(each) && succeeded(each));
  const found = {
    occasions: [] as Sent[],
    /** Whether the first command over the other channel is the next one that is the same. */
    fallbacks: [] as Occasion[],
    /** Repeated without the key that it had. */
    keyless: [] as ClientBreach[],
    doubts: [] as ClientBreach[],
  };
  const keys = new Set<string>();
  commands.forEach((each, at) => {
    // A command without a key breaks another rule, and has none to keep.
    const isFirstTry = each.key !== undefined && !keys.has(each.key);
    if (each.key !== undefined) keys.add(each.key);
    const settled = unclearFrom(each) ?? (succeeded(each) ? settledAt(each) : undefined);
    if (!isFirstTry || settled === undefined || each.mayBeUnread === 'service') return;
    const later = commands.slice(at + 1).filter(({ cameAt }) => cameAt >= settled);
    const undone = later.findIndex((other) => undoes(other, each));
    const same = (undone === -1 ? later : later.slice(0, undone)).filter(
      (other) => purposeOf(other) === purposeOf(each),
    );
    const isUnclear = unclearFrom(each) !== undefined;
    // What comes after a late reply may well come of it.
    const readAt = isUnclear && !isFailed(each) ? each.reply?.at : undefined;
    const isKept = (next: ClientExchange): boolean => next.key !== undefined && next.key === each.key;
    // Once a try under its key has a definitive response, what is the same is another command.
    const answered = same.find((next) => isKept(next) && unclearFrom(next) === undefined);
    const answeredAt = isUnclear && answered ? settledAt(answered) : undefined;
    const until = Math.min(
      each.cameAt + WITHIN,
      settled + rhythm(purposeOf(each), day),
      readAt ?? Infinity,
      answeredAt ?? Infinity,
    );
    const again = same.filter(({ cameAt }) => cameAt <= until);
    const elsewhere = again.find((next) => isKept(next) && next.channel !== each.channel);
    if (isUnclear && elsewhere) found.doubts.push(repeated(day, each, elsewhere));
    // Who has read the device meanwhile may decide on a new key: section Idempotency, 5.
    const isDecided = ({ key, cameAt }: ClientExchange): boolean =>
      key !== undefined && reads.some((read) => isBetween(read, each, settled, cameAt));
    const decided = again.find((next) => !isKept(next) && isDecided(next));
    if (isUnclear && decided) found.doubts.push(repeated(day, each, decided));
    const other = again.filter((next) => !isKept(next) && !isDecided(next));
    const bare = isUnclear && other.find(({ key }) => key === undefined);
    if (bare) found.keyless.push(repeated(day, each, bare));
    // Where chance decides, it does so for each device, operation and life of the day alike.
    const part = `${day.day} ${Math.floor((each.cameAt - day.from) / SAME_TIME)} ${each.operation?.name} ${each.deviceId}`;
    const kind = `${day.isDrawn ? dayIdOf(day.day) : part} ${instanceOf(each)} ${each.what}`;
    const crossed = later.find(({ channel }) => channel !== each.channel);
    const isInTime = crossed && crossed.cameAt <= Math.min(each.cameAt + WITHIN, readAt ?? Infinity);
    const isFallback = isInTime && !isKept(crossed) && !isDecided(crossed) && crossed === same[0];
    const fallback = isFallback ? repeated(day, each, crossed) : notRepeated(day, each);
    if (!isFailed(each))
      found.fallbacks.push({ kind, treated: isUnclear, score: isFallback ? 1 : 0, how: fallback });
    found.occasions.push({
      kind,
      treated: isUnclear,
      ...(isUnclear && { by: reasonOf(each) }),
      // A key that is not kept is new at each try.
      score: new Set(other.map(({ key, id }) => key ?? id)).size,
      how: other[0] ? repeated(day, each, other[0]) : notRepeated(day, each),
    });
  });
  return found;
}

/** Whether the device of the command was read after `from`, and its state had come before `to`. */
function isBetween(read: ClientExchange, { deviceId }: ClientExchange, from: number, to: number): boolean {
  return read.deviceId === deviceId && read.cameAt >= from && (settledAt(read) ?? Infinity) <= to;
}

/** Sets the same otherwise: what comes after that is no try of the first. */
function undoes(other: ClientExchange, first: ClientExchange): boolean {
  const isAlike = other.deviceId === first.deviceId && other.operation?.name === first.operation?.name;
  if (!isAlike || purposeOf(other) === purposeOf(first)) return false;
  const own = relaysOf(first);
  return !own || [...(relaysOf(other) ?? [])].some((index) => own.has(index));
}

/** From when on the client did not know what became of the command; undefined when it knows. */
function unclearFrom(exchange: ClientExchange): number | undefined {
  if (isLost(exchange) || isFailed(exchange)) return settledAt(exchange);
  const { cameAt, reply } = exchange;
  return reply === undefined || cameLate(exchange) ? cameAt + PATIENCE : undefined;
}

/** `late`: the client had long waited when it gave up, or when the reply came. */
function reasonOf(exchange: ClientExchange): 'lost' | 'late' | 'failed' {
  const { cameAt, lostAt, reply } = exchange;
  if (isFailed(exchange)) return 'failed';
  return (reply?.at ?? lostAt ?? Infinity) - cameAt > PATIENCE ? 'late' : 'lost';
}

function notRepeated(day: ClientTraffic, command: ClientExchange): ClientBreach {
  const what = unclearFrom(command) === undefined ? 'was answered' : 'had no definitive response';
  const done = `${exchangeName(command)} ${what} and was not repeated under another key`;
  return breach(day, [command], done, RIGHT);
}

function repeated(day: ClientTraffic, first: ClientExchange, next: ClientExchange): ClientBreach {
  const what = isFailed(first) ? 'INTERNAL_ERROR' : 'it got no reply';
  const key = next.key === undefined ? 'without a key' : `under the key "${next.key}"`;
  const gap = spanWords(next.cameAt - (unclearFrom(first) ?? first.cameAt));
  const done = `${exchangeName(next)} repeats ${exchangeName(first)} ${gap} after ${what}, ${key}`;
  return breach(day, [first, next], done, `${RIGHT} "${first.key}"`);
}
