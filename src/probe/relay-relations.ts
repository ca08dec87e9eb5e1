// What holds between relays that were switched or jogged, and what states and events show of them.
import { touchesOf } from '../contract/operations.js';
import type { DeviceConfig } from '../contract/schemas/device.js';
import {
  isMoved,
  judged,
  lastBefore,
  lastShown,
  type Operated,
  operationsOf,
  relation,
  type Relation,
  relayIn,
  sightedChanges,
  type StateChange,
  statesOf,
  TOLD_WITHIN,
} from './relation.js';
import type { Sights } from './sights.js';

export const RELAY_RELATIONS: readonly Relation[] = [
  relation('relay-effect', function* (sights) {
    const operated = operationsOf(sights);
    for (const { deviceId, peripherals, from, to, exchange } of statesOf(sights))
      for (const { index, on } of peripherals.relays) {
        const own = switching(operated, deviceId, index);
        const last = lastBefore(own, { from, to });
        if (!last || isMoved(sights, deviceId, last.exchange.from, to)) continue;
        const wanted = relayIn(last.operation, index);
        const durationAt = ({ exchange: { from: before } }: Operated): number | undefined =>
          durationOf(sights, operated, { deviceId, index, before });
        const expected =
          wanted === 'jog' ? afterJog(last, durationAt(last), { on, from, to }) : wanted === 'on';
        if (expected === undefined) continue;
        if (on !== expected && own.some((each) => mayJogInto(each, last, { index, durationAt }))) continue;
        yield judged(
          on === expected,
          exchange,
          `relay ${index} was switched ${wanted ?? ''}, and is shown ${on ? 'on' : 'off'}`,
        );
      }
  }),

  relation('relay-told', function* (sights) {
    const operated = operationsOf(sights).filter(isDone);
    const events = sightedChanges(sights);
    for (const each of operated) {
      const { operation, deviceId, exchange } = each;
      if (operation.name !== 'device.relay.set' || exchange.to === Infinity) continue;
      const span = { from: exchange.from - TOLD_WITHIN, to: exchange.to + TOLD_WITHIN };
      const disturbed = operated.some(
        (other) =>
          other !== each &&
          other.deviceId === deviceId &&
          other.exchange.from <= span.to &&
          other.exchange.to >= span.from,
      );
      if (disturbed || isMoved(sights, deviceId, span.from, span.to)) continue;
      const told = events.filter(
        (event) => event.deviceId === deviceId && event.at >= exchange.from && event.at <= span.to,
      );
      const touched = new Map(operation.params.relays.map(({ index, action }) => [index, action]));
      if (told.length === 0) continue;
      const relays = told.flatMap(({ changes }) =>
        changes.flatMap(({ kind, index }) => (kind === 'relay' ? index : [])),
      );
      const was = (index: number): boolean | undefined =>
        lastShown(sights, deviceId, exchange.from)?.relays.find((relay) => relay.index === index)?.on;
      // Inputs move by themselves, and a relay that stays as it is is not told.
      const isMade = (): boolean => [...touched].some(([index, action]) => was(index) === (action === 'off'));
      if (relays.length === 0 && !isMade()) continue;
      yield judged(
        relays.length > 0 && relays.every((index) => touched.has(index)),
        exchange.id,
        `relays ${[...touched.keys()].join(', ')} were switched, and events tell of ${toldChanges(told)}`,
      );
      for (const { index, on } of told.at(-1)?.peripherals.relays ?? []) {
        const wanted = touched.get(index);
        if (wanted !== undefined && wanted !== 'jog' && relays.includes(index))
          yield judged(
            on === (wanted === 'on'),
            exchange.id,
            `relay ${index} was switched ${wanted}, and an event shows it ${on ? 'on' : 'off'}`,
          );
      }
    }
  }),

  relation('jog-lasts', function* (sights) {
    const operated = operationsOf(sights);
    for (const { deviceId, operation, command, exchange } of operated) {
      if (operation.name !== 'device.relay.set' || command?.status !== 'succeeded') continue;
      for (const { index, action } of operation.params.relays) {
        if (action !== 'jog') continue;
        const set = durationOf(sights, operated, { deviceId, index, before: exchange.from });
        const told = relayTold(sights, deviceId, index).filter(({ at }) => at >= exchange.from);
        const [first, second] = told;
        if (!first) continue;
        // A jog of a relay that is on already shows its end only.
        if (!first.on && wasOff(sights, operated, { deviceId, index, before: exchange.from }))
          yield judged(false, exchange.id, `relay ${index} was jogged, and an event shows it off`);
        if (set === undefined || !second || !first.on || second.on) continue;
        const disturbed = switching(operated, deviceId, index).some(
          (each) => each.exchange.from > exchange.from && each.exchange.from < second.at,
        );
        if (disturbed || isMoved(sights, deviceId, exchange.from, second.at)) continue;
        const took = second.at - first.at;
        yield judged(
          Math.abs(took - set) <= Math.max(TOLD_WITHIN, set / 2) && took <= set * 4 + TOLD_WITHIN / 5,
          exchange.id,
          `relay ${index} was on for ${Math.round(took)} ms, with a jog duration of ${set} ms`,
        );
      }
    }
  }),
];

/** Longer than any jog whose duration is not known, in ms. */
const LONG_JOG = 60_000;

/** Whether a relay that was jogged is to be on in a state; undefined where the jog may be over or not. */
function afterJog(
  { exchange }: Operated,
  duration: number | undefined,
  state: { readonly on: boolean; readonly from: number; readonly to: number },
): boolean | undefined {
  if (duration !== undefined && state.to - exchange.from < duration * 0.8) return true;
  const rest = state.from - exchange.to - TOLD_WITHIN;
  if (rest > (duration ?? LONG_JOG) * 1.2) return false;
  // Off for some time already: the jog is over, however long it was.
  return duration === undefined && rest > 0 && !state.on ? false : undefined;
}

interface JogOf {
  readonly index: number;
  durationAt(jog: Operated): number | undefined;
}

/** Whether a jog may have been under way when the last operation came: what becomes of both is open. */
function mayJogInto(each: Operated, last: Operated, { index, durationAt }: JogOf): boolean {
  if (each === last || relayIn(each.operation, index) !== 'jog') return false;
  const duration = durationAt(each) ?? LONG_JOG;
  return (
    each.exchange.from < last.exchange.to &&
    each.exchange.to + duration * 1.2 + TOLD_WITHIN > last.exchange.from
  );
}

export function toldChanges(told: readonly Pick<StateChange, 'changes'>[]): string {
  const all = told.flatMap(({ changes }) => changes.map(({ kind, index }) => `${kind} ${index}`));
  return [...new Set(all)].join(', ');
}

/** What may have switched the relay: what was refused has not. */
function switching(operated: readonly Operated[], deviceId: string, index: number): readonly Operated[] {
  return operated.filter(
    (each) => each.deviceId === deviceId && isDone(each) && relayIn(each.operation, index) !== undefined,
  );
}

/** What got no reply may come about this long afterwards, in ms. */
const LATEST = 15_000;

const overAt = ({ exchange: { from, to } }: Operated): number => Math.min(to, from + LATEST);

function isDone({ exchange }: Operated): boolean {
  return exchange.ok || exchange.to === Infinity;
}

interface RelayAt {
  readonly deviceId: string;
  readonly index: number;
  readonly before: number;
}

/** The relay was switched off last, and that is told by then; where it was not switched, it was shown off. */
function wasOff(
  sights: Sights,
  operated: readonly Operated[],
  { deviceId, index, before }: RelayAt,
): boolean {
  const last = switching(operated, deviceId, index).findLast(({ exchange }) => exchange.from < before);
  if (last) return last.exchange.to + TOLD_WITHIN <= before && relayIn(last.operation, index) === 'off';
  return (
    lastShown(sights, deviceId, before)?.relays.some((each) => each.index === index && !each.on) ?? false
  );
}

/** The jog duration that was set or read last; undefined where another may have been set since then. */
function durationOf(
  { exchanges }: Sights,
  operated: readonly Operated[],
  { deviceId, index, before }: RelayAt,
): number | undefined {
  const sets = operated.filter(
    (each) =>
      each.deviceId === deviceId &&
      each.exchange.from < before &&
      isDone(each) &&
      touchesOf(each.operation).some((touch) => touch.kind === 'jogDuration' && touch.index === index),
  );
  const read = exchanges.findLast(
    (each) => each.what === 'devices.config' && each.deviceId === deviceId && each.to < before && each.data,
  );
  const shown = (read?.data as DeviceConfig | undefined)?.relays.find((each) => each.index === index);
  const since = sets.filter((each) => overAt(each) >= (shown && read ? read.from : 0));
  const last = since.at(-1);
  if (!last) return shown?.jogDuration;
  // Nobody knows whether one without a reply has come about; those at the same time may have done so in any order.
  if (last.exchange.to === Infinity) return undefined;
  if (since.some((each) => overAt(each) > (each === last ? before : last.exchange.from))) return undefined;
  return last.operation.name === 'device.relay.jogConfig.set' ? last.operation.params.duration : undefined;
}

/** What events say of a relay, in their order; what several connections hear is one. */
function relayTold(sights: Sights, deviceId: string, index: number): { at: number; on: boolean }[] {
  const told: { at: number; on: boolean }[] = [];
  for (const { at, deviceId: of, changes, peripherals } of sightedChanges(sights)) {
    if (of !== deviceId || !changes.some((each) => each.kind === 'relay' && each.index === index)) continue;
    const relay = peripherals.relays.find((each) => each.index === index);
    const last = told.at(-1);
    if (relay && (!last || last.on !== relay.on || at - last.at > 50)) told.push({ at, on: relay.on });
  }
  return told;
}
