// What holds between what was done, by requests and from outside, and what states and events show.
import { touchesOf } from '../contract/operations.js';
import type { DeviceConfig } from '../contract/schemas/device.js';
import {
  actsOn,
  sightedChanges,
  isMoved,
  judged,
  lastBefore,
  lastShown,
  type Operated,
  operationsOf,
  relation,
  type Relation,
  relayIn,
  type StateChange,
  statesOf,
} from './relation.js';
import type { SightedAct, Sights } from './sights.js';

const TOLD_BY: Readonly<Record<string, string>> = {
  'cut-power': 'device.power.lost',
  'drop-link': 'device.connection.offline',
};

/** Ms in which an event follows what it tells of. */
export const SOON = 1500;

export const EFFECT_RELATIONS: readonly Relation[] = [
  relation('relay-effect', function* (sights) {
    const operated = operationsOf(sights);
    for (const { deviceId, peripherals, from, to, exchange } of statesOf(sights))
      for (const { index, on } of peripherals.relays) {
        const own = switching(operated, deviceId, index);
        const last = lastBefore(own, { from, to });
        const wanted = last && relayIn(last.operation, index);
        if (!last || own.some(({ operation }) => relayIn(operation, index) === 'jog')) continue;
        if (isMoved(sights, deviceId, last.exchange.from, to)) continue;
        yield judged(
          on === (wanted === 'on'),
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
      const span = { from: exchange.from - SOON, to: exchange.to + SOON };
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
      if (told.length === 0 || [...touched.values()].includes('jog')) continue;
      const relays = told.flatMap(({ changes }) =>
        changes.flatMap(({ kind, index }) => (kind === 'relay' ? index : [])),
      );
      const was = (index: number): boolean | undefined =>
        lastShown(sights, deviceId, exchange.from)?.relays.find((relay) => relay.index === index)?.on;
      // Inputs move by themselves, and a relay that stays as it is is not told.
      const isMade = (): boolean => [...touched].some(([index, action]) => was(index) === (action !== 'on'));
      if (relays.length === 0 && !isMade()) continue;
      yield judged(
        relays.length > 0 && relays.every((index) => touched.has(index)),
        exchange.id,
        `relays ${[...touched.keys()].join(', ')} were switched, and events tell of ${changeWords(told)}`,
      );
      for (const { index, on } of told.at(-1)?.peripherals.relays ?? []) {
        const wanted = touched.get(index);
        if (wanted !== undefined && relays.includes(index))
          yield judged(
            on === (wanted === 'on'),
            exchange.id,
            `relay ${index} was switched ${wanted}, and an event shows it ${on ? 'on' : 'off'}`,
          );
      }
    }
  }),

  relation('input-told', function* (sights) {
    const operated = operationsOf(sights);
    for (const act of actsOn(sights, 'set-input')) {
      const told = sightedChanges(sights).filter(
        ({ at, deviceId }) => deviceId === act.deviceId && at >= act.at - 50 && at <= act.at + 500,
      );
      const ofInput = told.some(({ changes }) =>
        changes.some(({ kind, index }) => kind === 'digitalInput' && index === act.index),
      );
      const ofRelay = told.some(({ changes }) => changes.some(({ kind }) => kind === 'relay'));
      const isLate = operated.some(
        ({ deviceId, exchange: { to } }) =>
          deviceId === act.deviceId && to < act.at && to > act.at - 10 * SOON,
      );
      // Inputs that are driven by something else move at any time, and a relay may be told late.
      if (ofInput || (ofRelay && !isLate))
        yield judged(ofInput, 0, `input ${act.index ?? ''} was set, and events tell of ${changeWords(told)}`);
    }
  }),

  relation('input-set', function* (sights) {
    for (const { act, state, exchange } of seenAfter(sights, 'set-input')) {
      const input = state.digitalInputs.find(({ index }) => index === act.index);
      if (input)
        yield judged(
          input.active === act.active,
          exchange,
          `input ${act.index ?? ''} of ${act.deviceId ?? ''} was set ${act.active ? 'on' : 'off'}, and is shown ${input.active ? 'on' : 'off'}`,
        );
    }
  }),

  relation('analog-set', function* (sights) {
    for (const { act, state, exchange } of seenAfter(sights, 'set-analog')) {
      const analog = state.analogInputs.find(({ index }) => index === act.index);
      if (analog) yield valueSet(act, analog.value, exchange, `analog input ${act.index ?? ''}`);
    }
  }),

  relation('sensor-set', function* (sights) {
    for (const { act, state, exchange } of seenAfter(sights, 'set-sensor')) {
      const sensor = state.sensors.find(({ key }) => key === act.key);
      if (sensor) yield valueSet(act, sensor.value, exchange, `sensor ${act.key ?? ''}`);
    }
  }),

  relation('rs485-heard', function* (sights) {
    const { events, acts } = sights;
    for (const act of acts) {
      if (act.name !== 'inject-rs485') continue;
      const heard = events.filter(
        ({ topic, at }) => topic === 'device.rs485.received' && at >= act.at - 50 && at <= act.at + SOON,
      );
      if (heard.length === 0 && !isListening(sights, act.at)) continue;
      const found = heard.some(({ data }) => {
        const told = data as { deviceId: string; data: string } | undefined;
        return told?.deviceId === act.deviceId && told?.data === act.data;
      });
      const came = heard.map(({ data }) => JSON.stringify(data)).join(', ');
      yield judged(
        found,
        0,
        `${act.data ?? ''} was put on the line of ${act.deviceId ?? ''}, and ${came || 'nothing'} came`,
      );
    }
  }),

  relation('cut-told', function* (sights) {
    const { acts, events } = sights;
    for (const act of acts) {
      const topic = TOLD_BY[act.name];
      if (topic === undefined) continue;
      const told = events.some(
        (event) =>
          event.topic === topic &&
          (event.data as { deviceId: string } | undefined)?.deviceId === act.deviceId &&
          event.at >= act.at - 50 &&
          event.at <= act.at + 10 * SOON,
      );
      // What lasts too short is not noticed, nor what is done to a device that is gone.
      const isDisturbed = acts.some(
        ({ at, deviceId, name }) =>
          deviceId === act.deviceId && /link|power/.test(name) && at !== act.at && at <= act.at + 10 * SOON,
      );
      if (told || (isListening(sights, act.at) && !isDisturbed))
        yield judged(told, 0, `${act.name} of ${act.deviceId ?? ''}, and no event ${topic} came`);
    }
  }),

  relation('link-dropped', function* ({ acts, exchanges }) {
    for (const act of acts) {
      if (act.name !== 'drop-link' && act.name !== 'cut-power') continue;
      const again = act.name === 'drop-link' ? 'restore-link' : 'restore-power';
      const next = acts.find(
        ({ name, deviceId, at }) => name === again && deviceId === act.deviceId && at > act.at,
      );
      for (const { deviceId, what, from, to, ok, id } of exchanges) {
        if (deviceId !== act.deviceId || what !== 'devices.read' || act.name === 'cut-power') continue;
        if (from > act.at + 1000 && to < (next?.at ?? Infinity) && to !== Infinity)
          yield judged(!ok, id, `${act.name} of ${deviceId ?? ''}, and its state can be read`);
      }
    }
  }),

  relation('setting-kept', function* (sights) {
    const operated = operationsOf(sights);
    for (const { what, data, deviceId = '', from, to, id } of sights.exchanges) {
      if (what !== 'devices.config' || !data) continue;
      const { relays, baudRate } = data as DeviceConfig;
      const own = operated.filter((each) => each.deviceId === deviceId);
      const rate = lastBefore(
        own.filter(({ operation }) => operation.name === 'device.rs485.baudRate.set'),
        { from, to },
      );
      if (rate?.operation.name === 'device.rs485.baudRate.set') {
        const { baudRate: wanted } = rate.operation.params;
        yield judged(wanted === baudRate, id, `a baud rate of ${wanted} was set, and ${baudRate} is read`);
      }
      for (const { index, jogDuration } of relays) {
        const set = lastBefore(
          own.filter(
            ({ operation }) =>
              operation.name === 'device.relay.jogConfig.set' && operation.params.index === index,
          ),
          { from, to },
        );
        if (set?.operation.name !== 'device.relay.jogConfig.set') continue;
        const { duration } = set.operation.params;
        yield judged(
          duration === jogDuration,
          id,
          `a jog duration of ${duration} ms was set, and ${jogDuration} ms is read`,
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
        yield judged(first.on, exchange.id, `relay ${index} was jogged, and an event shows it off`);
        if (set === undefined || !second || !first.on || second.on) continue;
        const disturbed = switching(operated, deviceId, index).some(
          (each) => each.exchange.from > exchange.from && each.exchange.from < second.at,
        );
        if (disturbed || isMoved(sights, deviceId, exchange.from, second.at)) continue;
        const took = second.at - first.at;
        yield judged(
          Math.abs(took - set) <= Math.max(SOON, set / 2) && took <= set * 4 + SOON / 5,
          exchange.id,
          `relay ${index} was on for ${Math.round(took)} ms, with a jog duration of ${set} ms`,
        );
      }
    }
  }),

  relation('witness-counts', function* (sights) {
    const operated = operationsOf(sights);
    const looks = actsOn(sights, 'executions').filter(({ seen }) => seen !== undefined);
    for (const [at, look] of looks.entries()) {
      const next = looks.slice(at + 1).find(({ deviceId }) => deviceId === look.deviceId);
      if (!next) continue;
      const between = operated.filter(
        ({ deviceId, exchange }) =>
          deviceId === look.deviceId && exchange.to > look.at && exchange.from < next.at,
      );
      const isClear = between.every(
        ({ exchange, command }) =>
          exchange.from > look.at &&
          exchange.to < next.at &&
          (!exchange.ok || command?.status === 'succeeded'),
      );
      if (!isClear) continue;
      const expected = between.filter(({ exchange }) => exchange.ok).length;
      const counted = (next.seen ?? 0) - (look.seen ?? 0);
      yield judged(
        counted === expected,
        0,
        `${expected} operations were carried out, and the witness counted ${counted}`,
      );
    }
  }),
];

/** A connection stood from before an act until what it causes was due. */
function isListening({ connections }: Sights, at: number): boolean {
  return connections.some(({ from, to }) => from < at && to > at + 2 * SOON);
}

function changeWords(told: readonly Pick<StateChange, 'changes'>[]): string {
  const all = told.flatMap(({ changes }) => changes.map(({ kind, index }) => `${kind} ${index}`));
  return [...new Set(all)].join(', ');
}

/** What may have switched the relay: what was refused has not. */
function switching(operated: readonly Operated[], deviceId: string, index: number): readonly Operated[] {
  return operated.filter(
    (each) => each.deviceId === deviceId && isDone(each) && relayIn(each.operation, index) !== undefined,
  );
}

function isDone({ exchange }: Operated): boolean {
  return exchange.ok || exchange.to === Infinity;
}

function valueSet(act: SightedAct, shown: number, exchange: number, what: string) {
  return judged(
    isNear(act, shown),
    exchange,
    `${what} was set to ${act.value ?? 0}, and is shown as ${shown}`,
  );
}

export function isNear({ value = 0 }: SightedAct, shown: number): boolean {
  return Math.abs(shown - value) <= Math.abs(value) * 0.05 + 0.5;
}

/** The first state after each act of a kind, where nothing else was done to the same channel meanwhile. */
export function* seenAfter(sights: Sights, name: string) {
  const acts = actsOn(sights, name);
  const states = statesOf(sights);
  for (const act of acts) {
    const next = sights.acts.find(
      (each) => each.deviceId === act.deviceId && each.at > act.at && !leavesAsSet(each, act),
    );
    const seen = states.find(
      ({ deviceId, from, to }) => deviceId === act.deviceId && from >= act.at && to <= (next?.at ?? Infinity),
    );
    if (seen) yield { act, state: seen.peripherals, exchange: seen.exchange };
  }
}

const OF_ONE_CHANNEL: ReadonlySet<string> = new Set(['set-input', 'set-analog', 'set-sensor']);

/** Whether the channel of an act stays as that has set it. */
function leavesAsSet(later: SightedAct, act: SightedAct): boolean {
  if (later.name === 'executions' || later.name === 'inject-rs485') return true;
  const isSame = later.name === act.name && later.index === act.index && later.key === act.key;
  return OF_ONE_CHANNEL.has(later.name) && !isSame;
}

function durationOf(
  { exchanges }: Sights,
  operated: readonly Operated[],
  { deviceId, index, before }: { readonly deviceId: string; readonly index: number; readonly before: number },
): number | undefined {
  const set = operated.findLast(
    (each) =>
      each.deviceId === deviceId &&
      each.exchange.to < before &&
      each.exchange.ok &&
      touchesOf(each.operation).some((touch) => touch.kind === 'jogDuration' && touch.index === index),
  );
  if (set?.operation.name === 'device.relay.jogConfig.set') return set.operation.params.duration;
  const read = exchanges.findLast(
    (each) => each.what === 'devices.config' && each.deviceId === deviceId && each.to < before && each.data,
  );
  return (read?.data as DeviceConfig | undefined)?.relays.find((each) => each.index === index)?.jogDuration;
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
