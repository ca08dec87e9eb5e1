// What holds between what was done, by requests and from outside, and what states and events show.
import type { DeviceConfig, Peripherals } from '../contract/schemas/device.js';
import {
  actsOn,
  isTold,
  sightedChanges,
  judged,
  lastBefore,
  operationsOf,
  relation,
  type Relation,
  statesOf,
  TOLD_WITHIN,
  toldAfter,
} from './relation.js';
import { toldChanges } from './relay-relations.js';
import type { SightedAct, Sights } from './sights.js';

/** What takes a device away, what brings it back, and what tells of each. */
export const OUTAGES: Readonly<Record<string, readonly (readonly [act: string, topic: string])[]>> = {
  'drop-link': [
    ['drop-link', 'device.connection.offline'],
    ['restore-link', 'device.connection.online'],
  ],
  'cut-power': [
    ['cut-power', 'device.power.lost'],
    ['restore-power', 'device.power.restored'],
  ],
};

/** Channels of which an act says what they are to show. */
const AS_SET = [
  ['input-set', 'set-input', 'input'],
  ['analog-set', 'set-analog', 'analog input'],
  ['sensor-set', 'set-sensor', 'sensor'],
] as const;

export const EFFECT_RELATIONS: readonly Relation[] = [
  relation('input-told', function* (sights) {
    const operated = operationsOf(sights);
    for (const act of actsOn(sights, 'set-input')) {
      const told = toldAfter(act, sightedChanges(sights), 500).filter(
        ({ deviceId }) => deviceId === act.deviceId,
      );
      const ofInput = told.some(({ changes }) =>
        changes.some(({ kind, index }) => kind === 'digitalInput' && index === act.index),
      );
      const ofRelay = told.some(({ changes }) => changes.some(({ kind }) => kind === 'relay'));
      const isLate = operated.some(
        ({ deviceId, exchange: { to } }) =>
          deviceId === act.deviceId && to < act.at && to > act.at - 10 * TOLD_WITHIN,
      );
      // Inputs that are driven by something else move at any time, and a relay may be told late.
      if (ofInput || (ofRelay && !isLate))
        yield judged(ofInput, 0, `input ${act.index ?? ''} was set, and events tell of ${toldChanges(told)}`);
    }
  }),

  ...AS_SET.map(([name, stimulus, what]) =>
    relation(name, function* (sights) {
      for (const { act, state, exchange } of seenAfter(sights, stimulus)) {
        const shown = shownOf(act, state);
        if (shown === undefined) continue;
        const [to, is] = [act.active ?? act.value ?? 0, shown].map((each) =>
          typeof each === 'boolean' ? (each ? 'on' : 'off') : String(each),
        );
        yield judged(
          isAsSet(act, shown),
          exchange,
          `${what} ${act.index ?? act.key ?? ''} of ${act.deviceId ?? ''} was set to ${to}, and is shown as ${is}`,
        );
      }
    }),
  ),

  relation('rs485-heard', function* (sights) {
    const { events, acts } = sights;
    for (const act of acts) {
      if (act.name !== 'inject-rs485') continue;
      const heard = toldAfter(act, events).filter(({ topic }) => topic === 'device.rs485.received');
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
      const topic = OUTAGES[act.name]?.[0]?.[1];
      if (topic === undefined) continue;
      const told = toldAfter(act, events, 10 * TOLD_WITHIN).some((event) =>
        isTold(event, topic, act.deviceId),
      );
      // What lasts too short is not noticed, nor what is done to a device that is gone.
      const isDisturbed = acts.some(
        ({ at, deviceId, name }) =>
          deviceId === act.deviceId &&
          /link|power/.test(name) &&
          at !== act.at &&
          at <= act.at + 10 * TOLD_WITHIN,
      );
      if (told || (isListening(sights, act.at) && !isDisturbed))
        yield judged(told, 0, `${act.name} of ${act.deviceId ?? ''}, and no event ${topic} came`);
    }
  }),

  relation('link-dropped', function* ({ acts, exchanges }) {
    for (const act of acts) {
      if (act.name !== 'drop-link') continue;
      const next = acts.find(
        ({ name, deviceId, at }) => name === 'restore-link' && deviceId === act.deviceId && at > act.at,
      );
      for (const { deviceId, what, from, to, ok, id } of exchanges) {
        if (deviceId !== act.deviceId || what !== 'devices.read') continue;
        if (from > act.at + 1000 && to < (next?.at ?? Infinity) && to !== Infinity)
          yield judged(!ok, id, `${act.name} of ${deviceId ?? ''}, and its state can be read`);
      }
    }
  }),

  relation('setting-kept', function* (sights) {
    for (const { operation, wanted, read, id } of settingsRead(sights)) {
      const what = operation === 'device.rs485.baudRate.set' ? 'baud rate' : 'jog duration in ms';
      yield judged(wanted === read, id, `a ${what} of ${wanted} was set, and ${read} is read`);
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
  return connections.some(({ from, to }) => from < at && to > at + 2 * TOLD_WITHIN);
}

/** What a state shows of the channel of an act; undefined where it does not show it. */
function shownOf(
  { name, index, key }: SightedAct,
  { digitalInputs, analogInputs, sensors }: Peripherals,
): number | boolean | undefined {
  if (name === 'set-input') return digitalInputs.find((each) => each.index === index)?.active;
  if (name === 'set-analog') return analogInputs.find((each) => each.index === index)?.value;
  return sensors.find((each) => each.key === key)?.value;
}

function isAsSet({ active, value = 0 }: SightedAct, shown: number | boolean): boolean {
  if (typeof shown === 'boolean') return shown === active;
  return Math.abs(shown - value) <= Math.abs(value) * 0.05 + 0.5;
}

/** Undefined where the state does not show the channel. */
export function isShownAsSet(act: SightedAct, state: Peripherals): boolean | undefined {
  const shown = shownOf(act, state);
  return shown === undefined ? undefined : isAsSet(act, shown);
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

/** Settings that were written and read after it: what was written last, and what came. */
export function* settingsRead(sights: Sights) {
  const operated = operationsOf(sights);
  for (const { what, data, deviceId = '', from, to, id } of sights.exchanges) {
    if (what !== 'devices.config' || !data) continue;
    const { relays, baudRate } = data as DeviceConfig;
    const own = operated.filter((each) => each.deviceId === deviceId);
    const rates = own.filter(({ operation }) => operation.name === 'device.rs485.baudRate.set');
    const rate = lastBefore(rates, { from, to })?.operation;
    if (rate?.name === 'device.rs485.baudRate.set')
      yield { operation: rate.name, wanted: rate.params.baudRate, read: baudRate, id };
    for (const { index, jogDuration } of relays) {
      const jogs = own.filter(
        ({ operation }) =>
          operation.name === 'device.relay.jogConfig.set' && operation.params.index === index,
      );
      const set = lastBefore(jogs, { from, to })?.operation;
      if (set?.name === 'device.relay.jogConfig.set')
        yield { operation: set.name, wanted: set.params.duration, read: jogDuration, id };
    }
  }
}
