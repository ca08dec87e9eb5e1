// client.relays-in-one-request: several relays of a device changed one after the other.
import type { Exchange, Traffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { byActor, grouped, isCommand, nameOf, settledAt, succeeded } from './facts.js';
import type { Breach, ClientRule } from './ruling.js';
import { span } from './words.js';

/** So often it is a habit. */
const HABIT = 3;
const TOGETHER = 1000;
const DOUBTFUL = 5000;
/** Wishes pile up behind a command that takes longer, and after one that was not carried out; in ms. */
const SLOW = 2000;
const TROUBLE = 60_000;

export const relaysInOneRequest: ClientRule = {
  id: 'client.relays-in-one-request',
  judge: ({ days, calm }) => {
    const pairs = days.flatMap((day) =>
      [...byActor(day).values()].flatMap((exchanges) => {
        const ofDevices = exchanges.filter(({ deviceId }) => deviceId !== undefined);
        return [...grouped(ofDevices, ({ deviceId = '' }) => deviceId).values()].flatMap((each) =>
          pairsOf(day, each),
        );
      }),
    );
    const near = pairs.filter(({ gap }) => gap <= TOGETHER);
    const all = pairs.filter(({ gap }) => gap < DOUBTFUL);
    const n = days.flatMap(({ exchanges }) => exchanges).filter(relaysOf).length;
    return verdict({
      n,
      breaches: near.length >= HABIT && isOwnHabit(near, calm) ? near.map(({ how }) => how) : [],
      doubts: all.length >= HABIT ? all.map(({ how }) => how) : [],
      ...(all.length >= HABIT && { why: WHY }),
      needs: 'any day: the client has to switch relays',
    });
  },
};

const WHY = 'several relays of one device were changed one after the other; they may have had to wait for it';

/** Who never does it on a calm day, with relays to switch there, did it elsewhere since wishes had piled up. */
function isOwnHabit(near: readonly Pair[], calm: Traffic | undefined): boolean {
  if (!calm || calm.exchanges.filter(relaysOf).length < HABIT) return true;
  return near.some(({ how }) => how.day === calm.day);
}

interface Pair {
  readonly gap: number;
  readonly how: Breach;
}

/** The relays that a request changes; undefined for another request, or one that could not be read. */
function relaysOf({ operation }: Exchange): ReadonlySet<number> | undefined {
  if (operation?.name !== 'device.relay.set') return undefined;
  return new Set(operation.params.relays.map(({ index }) => index));
}

/** @param all of one device. */
function pairsOf(day: Traffic, all: readonly Exchange[]): Pair[] {
  const commands = all.filter(isCommand);
  // A try of the same command is not another change.
  const fresh = commands.filter((each, at) => !commands.slice(0, at).some((before) => isTryOf(before, each)));
  return fresh.flatMap((second, at) => {
    const first = fresh[at - 1];
    const before = first && relaysOf(first);
    const after = relaysOf(second);
    if (!first || !before || !after || [...before].some((index) => after.has(index))) return [];
    const last = commands.findLast((each) => isTryOf(each, first) && each.cameAt <= second.cameAt) ?? first;
    const gap = Math.max(0, second.cameAt - (settledAt(last) ?? last.cameAt));
    if (wasCalledFor(day, first, second) || wasHeldUp(all, last, second)) return [];
    const done = `${nameOf(first)} and, ${gap === 0 ? 'at once' : `${span(gap)} later`}, ${nameOf(second)} change other relays of one device`;
    return [{ gap, how: breach(day, [first, second], done, 'one request with both in its relays array') }];
  });
}

function isTryOf(a: Exchange, b: Exchange): boolean {
  return a === b || (a.key !== undefined && a.key === b.key);
}

/** What had to wait for a device that was in trouble comes as it can, also behind a refresh. */
function wasHeldUp(all: readonly Exchange[], first: Exchange, second: Exchange): boolean {
  const isSlow = (settledAt(first) ?? Infinity) - first.cameAt > SLOW;
  return (
    isSlow ||
    all.some(
      (each) => !succeeded(each) && each.cameAt <= second.cameAt && second.cameAt - each.cameAt <= TROUBLE,
    )
  );
}

/** An input changed between the two, which the first request could not know of. */
function wasCalledFor(day: Traffic, first: Exchange, second: Exchange): boolean {
  return day.deliveries.some(
    ({ at, actor, deviceId, changes }) =>
      actor === second.actor &&
      deviceId === second.deviceId &&
      at > first.cameAt &&
      at <= second.cameAt &&
      changes.some((change) => change.startsWith('digitalInput')),
  );
}
