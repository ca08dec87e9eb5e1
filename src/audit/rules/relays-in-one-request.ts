// client.relays-in-one-request: several relays of a device changed one after the other.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, spanWords, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import { isBeyondChance, pWords, SUSPICIOUS } from './experiment.js';
import { byActor, exchangeName, isCommand, relaysOf, settledAt, succeeded } from './facts.js';
import { CALM, type ClientBreach, type ClientRule, dayIdOf } from './ruling.js';

/** So often it is a habit. */
const HABIT = 3;
const TOGETHER = 1000;
const DOUBTFUL = 5000;
/** Wishes pile up behind a command that takes longer, and after one that was not carried out; in ms. */
const SLOW = 2000;
const TROUBLE = 60_000;

export const relaysInOneRequest: ClientRule = {
  id: 'client.relays-in-one-request',
  judge: ({ days }) => {
    const calm = days.filter(({ day }) => dayIdOf(day) === CALM);
    const pairs = days.flatMap((day) => byDevice(day).flatMap(({ all, mine }) => pairsOf(day, all, mine)));
    const near = pairs.filter(({ gap }) => gap <= TOGETHER);
    const all = pairs.filter(({ gap, ofOneCause }) => gap < DOUBTFUL && ofOneCause);
    const p = near.length < HABIT ? 1 : chanceOfPairs(near, days, calm);
    const control = calm.length > 0 ? calm : days;
    const n = control.flatMap(({ exchanges }) => exchanges).filter(relaysOf).length;
    const isClear = isBeyondChance(p);
    // What chance seldom brings about on the calm day is looked for on one more of them.
    const isSuspicious = p < SUSPICIOUS;
    const odd = isSuspicious ? near.filter(({ how }) => control.some(({ day }) => day === how.day)) : all;
    const chance = isSuspicious ? p : all.length < HABIT ? 1 : chanceOfPairs(all, days, []);
    const isOdd = chance < PLAUSIBLE;
    const why = `several relays of one device were changed one after the other, within ${isSuspicious ? 'a second' : 'five seconds'}; chance brings as many about with ${pWords(chance)}, but the client may have had to wait for the device, or had the second wish later`;
    return verdict({
      n,
      breaches: isClear ? near.map(({ how }) => ({ ...how, right: `${how.right} (${pWords(p)})` })) : [],
      doubts: isOdd ? odd.map(({ how }) => how) : [],
      isSuspicious,
      ...(isOdd && { why }),
      needs: 'any day: the client has to switch relays',
      enough: pairs.length === 0 ? ENOUGH.alone : ENOUGH.inPairs,
    });
  },
};

/** What chance brings about so often is no doubt. */
const PLAUSIBLE = 0.05;
/** Commands on the calm day that tell; fewer do where none was close to another one. */
const ENOUGH = { inPairs: 24, alone: 6 };

/** What each process sent to each device, beside all that it sent. */
function byDevice(day: ClientTraffic): { all: readonly ClientExchange[]; mine: readonly ClientExchange[] }[] {
  return [...byActor(day).values()].flatMap((all) => {
    const ofDevices = all.filter(({ deviceId }) => deviceId !== undefined);
    const each = groupBy(ofDevices, ({ deviceId = '' }) => deviceId);
    return [...each.values()].map((mine) => ({ all, mine }));
  });
}

/**
 * How likely it is that chance did as much on the calm day, where there are relays to switch there: who does it only
 * elsewhere had wishes that had piled up. Who does it with a purpose does it after a pause that is much the same each
 * time, so that the narrowest span of pauses tells.
 */
function chanceOfPairs(
  near: readonly Pair[],
  days: readonly ClientTraffic[],
  calm: readonly ClientTraffic[],
): number {
  const isEnough = calm.flatMap(({ exchanges }) => exchanges).filter(relaysOf).length >= HABIT;
  const control = isEnough ? calm : days;
  const seen = near.filter(({ how }) => control.some(({ day }) => day === how.day));
  // Who has many wishes seldom has the same two again: all of them together tell, too.
  const kinds = [...groupBy(seen, ({ kind }) => kind), [ANY, seen] as const];
  const least = kinds.map(([kind, same]) => {
    const some = same.slice(0, MOST_PAIRS);
    const gaps = some.map(({ gap }) => gap).toSorted((one, other) => one - other);
    const meetings = meetingsOf(kind, control);
    const chance = gaps.reduce(
      (lowest, from, first) =>
        gaps
          .slice(first + HABIT - 1)
          .reduce(
            (low, to, more) => Math.min(low, poissonTail(more + HABIT, meetings(to - from + TIMER))),
            lowest,
          ),
      1,
    );
    // One half of what is left to chance is for each of them, the other half for all together.
    return chance * 2 * (kind === ANY ? 1 : kinds.length - 1);
  });
  return Math.min(1, PLACES * Math.min(1, ...least));
}

/** What they cost grows with their square, and a habit shows in fewer. */
const MOST_PAIRS = 400;
/** Timers of a machine differ by so many ms, and so many spans of pauses were looked at. */
const TIMER = 15;
const PLACES = 100;

/** How many commands of two kinds meet within so many ms in the mean, where each has its own reason. */
function meetingsOf(kind: string, days: readonly ClientTraffic[]): (within: number) => number {
  const each = days.map((day) => {
    const commands = day.exchanges.filter(relaysOf);
    const under = commands.reduce((sum, one) => sum + (settledAt(one) ?? one.cameAt) - one.cameAt, 0);
    const busy = Math.min(SLOW, under / Math.max(1, commands.length));
    const lasted = Math.max(1, day.to - day.from);
    const counts = kind === ANY ? ofEachDevice(commands) : [ofSorts(commands, kind)];
    return (within: number): number =>
      counts.reduce(
        (sum, [first, second]) => sum + first * (1 - Math.exp((-second / lasted) * (within + busy))),
        0,
      );
  });
  return (within) => each.reduce((total, meetings) => total + meetings(within), 0);
}

const NEXT = ' > ';
const ANY = 'any > any';

/** How many commands may come first, and how many next. */
type Counts = readonly [first: number, second: number];

function ofSorts(commands: readonly ClientExchange[], kind: string): Counts {
  const [first = '', second = ''] = kind.split(NEXT);
  const count = (sort: string): number => commands.filter((each) => sortOf(each) === sort).length;
  return [count(first), count(second)];
}

function ofEachDevice(commands: readonly ClientExchange[]): readonly Counts[] {
  const devices = groupBy(commands, ({ actor, deviceId = '' }) => `${actor} ${deviceId}`);
  return [...devices.values()].map(({ length }) => [length, length]);
}

/** The device and its relays: commands of one sort may have one reason. */
function sortOf(exchange: ClientExchange): string {
  return `${exchange.deviceId} ${[...(relaysOf(exchange) ?? [])].toSorted((a, b) => a - b).join()}`;
}

interface Pair {
  readonly gap: number;
  /** What was changed, and what next. */
  readonly kind: string;
  /** Not one for an input that had changed and the other for another reason. */
  readonly ofOneCause: boolean;
  readonly how: ClientBreach;
}

/**
 * @param all of one process.
 * @param mine of one process and one device.
 */
function pairsOf(
  day: ClientTraffic,
  all: readonly ClientExchange[],
  mine: readonly ClientExchange[],
): Pair[] {
  const commands = mine.filter(isCommand);
  // A try of the same command is not another change.
  const fresh = commands.filter((each, at) => !commands.slice(0, at).some((before) => isTryOf(before, each)));
  return fresh.flatMap((second, at) => {
    const first = fresh[at - 1];
    const before = first && relaysOf(first);
    const after = relaysOf(second);
    if (!first || !before || !after || [...before].some((index) => after.has(index))) return [];
    const last = commands.findLast((each) => isTryOf(each, first) && each.cameAt <= second.cameAt) ?? first;
    const gap = Math.max(0, second.cameAt - (settledAt(last) ?? last.cameAt));
    // An input that changed between the two could not be known to the first request.
    if (hasInput(day, second, first.cameAt) || wasHeldUp(all, last, second)) return [];
    const done = `${exchangeName(first)} and, ${gap === 0 ? 'at once' : `${spanWords(gap)} later`}, ${exchangeName(second)} change other relays of one device`;
    const kind = sortOf(first) + NEXT + sortOf(second);
    const ofOneCause = !hasInput(day, first, first.cameAt - PROMPT);
    const how = breach(day, [first, second], done, 'one request with both in its relays array');
    return [{ gap, kind, ofOneCause, how }];
  });
}

function isTryOf(a: ClientExchange, b: ClientExchange): boolean {
  return a === b || (a.key !== undefined && a.key === b.key);
}

/** What had to wait for a device that was in trouble comes as it can, also behind a refresh or a token. */
function wasHeldUp(all: readonly ClientExchange[], first: ClientExchange, second: ClientExchange): boolean {
  const isSlow = (settledAt(first) ?? Infinity) - first.cameAt > SLOW;
  if (isSlow) return true;
  const before = all.filter(
    ({ cameAt, deviceId }) => cameAt <= second.cameAt && (deviceId ?? second.deviceId) === second.deviceId,
  );
  // Two that leave at once make the device busy for each other.
  const isAtOnce = second.cameAt - first.cameAt <= AT_ONCE;
  const trouble = before.findLastIndex(
    (each) => !succeeded(each) && !(isAtOnce && isBusyBy(each, before.filter(isCommand))),
  );
  if (trouble === -1) return false;
  // Who was refused may rest for long: what has piled up comes after the first command that gets through.
  const through = before.find((each, at) => at > trouble && isCommand(each));
  return second.cameAt - Math.max(before[trouble]?.cameAt ?? 0, through?.cameAt ?? 0) <= TROUBLE;
}

/** In ms. */
const AT_ONCE = 20;

/** It was refused while another one of these was carried out. */
function isBusyBy(refused: ClientExchange, others: readonly ClientExchange[]): boolean {
  return (
    refused.reply?.code === 'DEVICE_BUSY' &&
    others.some(
      (each) =>
        each !== refused &&
        each.cameAt <= (settledAt(refused) ?? Infinity) &&
        (settledAt(each) ?? Infinity) >= refused.cameAt,
    )
  );
}

/** A command so soon after an input has changed may be for that, in ms. */
const PROMPT = 700;

/** An input of the device of the command had changed since then. */
function hasInput({ deliveries }: ClientTraffic, command: ClientExchange, since: number): boolean {
  const { actor, deviceId, cameAt } = command;
  const own = deliveries.filter((each) => each.actor === actor && each.deviceId === deviceId);
  const meanwhile = own.filter(({ at }) => at > since && at <= cameAt);
  return meanwhile.some(({ changes }) => changes.some((change) => change.startsWith('digitalInput')));
}

// What chance brings about by itself, for rules that must not call it a habit.

/** The probability of `count` or more where chance brings `expected` in the mean (Poisson). */
function poissonTail(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let fewer = 0;
  for (let each = 0; each < count; each++) {
    fewer += term;
    term = (term * expected) / (each + 1);
  }
  return Math.max(0, 1 - fewer);
}
