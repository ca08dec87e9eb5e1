// Rules about events: what has to be told, and what may not be.
import { devicesOf, historyOf, askedValues } from './channels.js';
import {
  contradicting,
  type Fields,
  objectsIn,
  mayUse,
  membersOf,
  type Piece,
  type RuleCheck,
  type RuleChecks,
  type Sight,
  type SeenEvent,
  sight,
} from './piece.js';

const CHANGED = 'device.state.changed';
/** Events have no deadline: so long nothing has to have come, in ms, before one is missed. */
const patienceOf = ({ known }: Piece): number => known.eventPatience ?? 20_000;

/** Connections that were open from before the cause on, and whose client is to hear of the device. */
const listenersOf = ({ lines, known }: Piece, device: string | undefined, from: number) =>
  lines.filter((line) => {
    const hasScope = (known.clients?.[line.client]?.scopes ?? []).length > 0;
    return line.from <= from && line.to > from && hasScope && mayUse(known, line.client, device);
  });

/** Something that an event has to tell of, or none may, and when it happened. */
interface Cause {
  readonly device: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly by: { readonly seq: number };
  readonly told: (event: SeenEvent) => boolean;
  /** It may be that nothing has happened. */
  readonly unsure?: boolean;
}
type Causes = (piece: Piece) => Iterable<Cause>;

/** So soon after its cause in ms, an event is most likely its own. */
const SOON = 2000;

/** What an event has to tell of: on all connections, however late within the patience. */
const told = (causes: Causes): RuleCheck =>
  function* (piece) {
    for (const { device, from, to, by, unsure, told: isToldBy } of causes(piece))
      for (const line of listenersOf(piece, device, from)) {
        const own = piece.events.filter(
          ({ connection, deviceId, at }) => connection === line.name && deviceId === device && at >= from,
        );
        const first = own.find(isToldBy);
        // One that comes much later may tell of something else.
        if (first) yield first.at <= to + SOON ? true : 'open';
        else
          yield unsure || line.to < to + patienceOf(piece)
            ? 'open'
            : sight(false, `${line.name} was not told in ${patienceOf(piece)} ms`, by);
      }
  };

/** What no event may tell of: one that is new, and comes soon after, tells of it. @param often so that no other cause is likely. */
const silent = (often: number, causes: Causes): RuleCheck =>
  function* (piece) {
    const found = [...(piece.known.shared ? [] : causes(piece))].map((cause) => ({
      by: cause.by,
      event: piece.events.find((event) => {
        const isOld = piece.events.some(
          (other) => other.eventId !== undefined && other.eventId === event.eventId && other.at < cause.from,
        );
        return (
          event.deviceId === cause.device &&
          event.at >= cause.from &&
          event.at <= cause.to + SOON &&
          !isOld &&
          cause.told(event)
        );
      }),
    }));
    const wrong = found.flatMap(({ by, event }) => (event ? [by, event] : []));
    if (found.length >= often)
      yield sight(wrong.length < 2 * often, 'an event tells of it', ...wrong.slice(0, 2 * often));
  };

const names = ({ topic, data }: SeenEvent, kind: string, index: unknown): boolean =>
  topic === CHANGED &&
  objectsIn(data['changes']).some((change) => change['kind'] === kind && change['index'] === index);

/** Commands for relays of which is known what they were before. */
const relayCauses = (
  isTold: (event: SeenEvent, index: number, value: unknown) => boolean,
  changing = true,
): Causes =>
  function* (piece) {
    for (const device of devicesOf(piece)) {
      const { touches, before, isUntouched } = historyOf(piece, device, () => false);
      for (const touch of touches) {
        const { seen, channel, value, from, to } = touch;
        const earlier = before(touch);
        if (!channel.startsWith('relay') || to === Infinity) continue;
        const isKnown = earlier !== undefined && isUntouched(earlier, to, seen);
        const isOnly = touches.every((each) => each.channel !== channel || each.value === value);
        const index = Number(channel.slice('relay '.length));
        // Each of the other commands may have an event of its own, however late it comes.
        const others = touches.filter((each) => each.channel === channel && each.seen !== seen);
        const isBesides = (event: SeenEvent): boolean => {
          const alike = piece.events.filter(
            (one) =>
              one.deviceId === device &&
              one.connection === event.connection &&
              one.at <= event.at &&
              isTold(one, index, value),
          );
          return alike.length > others.filter((each) => each.from <= event.at).length;
        };
        const tells = (event: SeenEvent): boolean =>
          isTold(event, index, value) && (changing || isBesides(event));
        const cause = { device, from, to, by: seen, told: tells };
        if (!isKnown) yield* changing ? [{ ...cause, unsure: true }] : [];
        else if (changing ? earlier.value !== value : earlier.value === value && isOnly) yield cause;
      }
    }
  };
const showsRelay = ({ topic, data }: SeenEvent, index: number, value: unknown): boolean =>
  topic === CHANGED &&
  objectsIn(membersOf(data['peripherals'])['relays']).some(
    (relay) => relay['index'] === index && relay['on'] === value,
  );

type Act = Piece['acts'][number];
const causeOf = (by: Act, isTold: Cause['told'], unsure = false): Cause => {
  const { deviceId: device, at } = by;
  return { device, from: at, to: at, by, told: isTold, unsure };
};

/** Acts on a device that was in order before, or is to be in order again. */
const actCauses = (
  act: string,
  topic: string,
  isTold: (event: SeenEvent, given: Fields) => boolean = () => true,
): Causes =>
  function* (piece) {
    for (const [at, one] of piece.acts.entries()) {
      if (one.name !== act) continue;
      const own = piece.acts.filter(({ deviceId }) => deviceId === one.deviceId);
      const earlier = own.filter((other) => piece.acts.indexOf(other) < at).map(({ name }) => name);
      const undone = earlier
        .map((name) => name.replace(/^(drop|cut)/, 'restore'))
        .filter((name, place) => name !== earlier[place] && !earlier.slice(place).includes(name));
      const isDue = act.startsWith('restore')
        ? undone.length === 1 && undone[0] === act
        : undone.length === 0;
      // What is undone so soon may not have been noticed.
      const isShort = own.some(
        ({ seq, name, at: when }) =>
          seq > one.seq && /power|link/.test(name) && when < one.at + patienceOf(piece),
      );
      const tells = (event: SeenEvent): boolean => event.topic === topic && isTold(event, one.given);
      if (isDue) yield causeOf(one, tells, isShort);
    }
  };

/** A state of an input that lasts no longer than that, in ms, may be noticed by nobody, neither its beginning nor its end. */
const PULSE = 500;

/** An input that was set to another state than before. */
const inputCauses: Causes = function* ({ acts }) {
  const own = acts.filter(({ name }) => name === 'set-input');
  for (const [at, one] of own.entries()) {
    const { index, active } = one.given;
    const isAlike = ({ deviceId, given }: Act): boolean =>
      deviceId === one.deviceId && given['index'] === index;
    const before = own.slice(0, at).findLast(isAlike);
    const after = own.slice(at + 1).find(isAlike);
    const isShort = [after?.at, before?.at].some((moment = Infinity) => Math.abs(moment - one.at) < PULSE);
    if (before && before.given['active'] !== active)
      yield causeOf(one, (event) => names(event, 'digitalInput', index), isShort);
  }
};

/** A change of which nothing in the piece can be the cause. */
const isOfNothing = ({ topic, deviceId, at }: SeenEvent, { seen, acts }: Piece): boolean =>
  topic === CHANGED &&
  !seen.some(({ device, name, sent }) => device === deviceId && name === 'device.relay.set' && sent < at) &&
  !acts.some((act) => act.deviceId === deviceId && act.at < at && !/analog|sensor/.test(act.name));

const measured: Causes = function* (piece) {
  for (const act of piece.acts)
    if (/^set-(analog|sensor)$/.test(act.name)) yield causeOf(act, (event) => isOfNothing(event, piece));
};

const configured: Causes = function* (piece) {
  for (const seen of piece.seen) {
    const values = askedValues(seen).map(([, value]) => value);
    const holds = ({ data }: SeenEvent): boolean =>
      JSON.stringify(data)
        .split(/[^\d.]+/)
        .some((word) => values.includes(Number(word)));
    if (seen.ok && /jogConfig|baudRate/.test(seen.name ?? ''))
      yield {
        device: seen.device,
        from: seen.sent,
        to: seen.got,
        by: seen,
        told: (event) =>
          event.topic === CHANGED ? isOfNothing(event, piece) && !isChangeOf(event, piece) : holds(event),
      };
  }
};

/** Inputs change by themselves; a relay that is not as it was last seen may have changed before. */
const isChangeOf = ({ data, deviceId, at }: SeenEvent, { seen, events }: Piece): boolean => {
  const relaysIn = (state: unknown) => objectsIn(membersOf(state)['relays']);
  const earlier = [
    ...events.filter((event) => event.deviceId === deviceId).map((event) => ({ ...event, when: event.at })),
    ...seen
      .filter(({ refresh, ok, device }) => refresh && ok && device === deviceId)
      .map((one) => ({ ...one, when: one.got })),
  ]
    .filter(({ when, data: shown }) => when < at && relaysIn(shown['peripherals']).length > 0)
    .toSorted((one, other) => one.when - other.when)
    .at(-1);
  const stateOf = (state: unknown, relay: unknown): unknown =>
    relaysIn(state).find(({ index }) => index === relay)?.['on'];
  return objectsIn(data['changes']).some(
    ({ kind, index }) =>
      kind !== 'relay' ||
      stateOf(data['peripherals'], index) !== stateOf(earlier?.data['peripherals'], index),
  );
};

/** Where data were injected, or an answer may come late, they are not solicited. */
const solicited: Causes = function* ({ seen, acts }) {
  if (acts.some(({ name }) => name === 'inject-rs485') || seen.some(({ state }) => state === 'timeout'))
    return;
  for (const one of seen) {
    const answer = membersOf(one.command['result'])['data'];
    if (typeof answer === 'string')
      yield {
        device: one.device,
        from: one.sent,
        to: one.got,
        by: one,
        told: ({ topic, data }) => topic === 'device.rs485.received' && data['data'] === answer,
      };
  }
};

/** Of single events: which the rule is about, and whether one is right. */
const perEvent = (
  about: (event: SeenEvent, piece: Piece) => boolean,
  ok: (event: SeenEvent, piece: Piece) => boolean,
): RuleCheck =>
  function* (piece) {
    for (const event of piece.events)
      if (about(event, piece)) yield sight(ok(event, piece), event.topic, event);
  };
const isChange = ({ topic }: SeenEvent): boolean => topic === CHANGED;
/** Groups of channels that a refresh of the device shows, and the event does not have. */
const lacks = ({ data, deviceId, fits }: SeenEvent, { seen }: Piece): boolean => {
  const whole = seen.find(
    ({ refresh, ok, fits: isWhole, device }) => refresh && ok && isWhole && device === deviceId,
  )?.data['peripherals'];
  return (
    fits &&
    Object.entries(membersOf(whole)).some(
      ([group, list]) => objectsIn(membersOf(data['peripherals'])[group]).length < objectsIn(list).length,
    )
  );
};

/** A channel is said to have changed that is not in the state. */
const lacksNamed = ({ data, fits }: SeenEvent): boolean =>
  fits &&
  objectsIn(data['changes']).some(
    ({ kind, index }) =>
      !objectsIn(membersOf(data['peripherals'])[`${String(kind)}s`]).some((one) => one['index'] === index),
  );

/** Acts on a device, and what has to be told of each. */
const ACTS = [
  ['events.offline', 'drop-link', 'device.connection.offline'],
  ['events.power-lost', 'cut-power', 'device.power.lost'],
  ['events.power-restored', 'restore-power', 'device.power.restored'],
] as const;
const toldActs = ACTS.map(([rule, act, topic]) => [rule, told(actCauses(act, topic))] as const);
const isToldOnline = told(actCauses('restore-link', 'device.connection.online'));

/** What one connection hears, all hear that are entitled to it. */
function* heardByAll(piece: Piece): Generator<Sight> {
  for (const event of piece.events.filter((one) => one.eventId !== undefined))
    for (const { name, to } of listenersOf(piece, event.deviceId, event.at - patienceOf(piece))) {
      // That it came where it came says nothing of the others.
      if (name === event.connection) continue;
      const isTold = piece.events.some(
        ({ connection, eventId }) => connection === name && eventId === event.eventId,
      );
      if (isTold || to >= event.at + patienceOf(piece))
        yield sight(isTold, `${name} did not hear of it`, event);
    }
}

export const EVENT_RULES: RuleChecks = {
  'events.relay-changed': told(relayCauses(showsRelay)),
  'events.changes': [
    told(relayCauses((event, index) => names(event, 'relay', index))),
    perEvent(
      isChange,
      ({ data: { changes }, fits }) => Array.isArray(changes) && (!fits || changes.length > 0),
    ),
  ].map(contradicting),
  // The values that it shows are not compared.
  'events.peripherals': contradicting(
    perEvent(
      isChange,
      (event, piece) =>
        typeof event.data['peripherals'] === 'object' && !lacks(event, piece) && !lacksNamed(event),
    ),
  ),
  'events.input-changed': told(inputCauses),
  // An event of a device that is not there is not looked for.
  'events.online': contradicting(isToldOnline),
  ...Object.fromEntries(toldActs),
  'events.rs485-received': told(
    actCauses('inject-rs485', 'device.rs485.received', ({ data }, given) => data['data'] === given['data']),
  ),
  'events.not-for-analog': silent(2, measured),
  'events.not-for-config': silent(2, configured),
  'events.not-for-solicited': silent(1, solicited),
  'events.no-change-no-event': silent(
    1,
    relayCauses((event, index) => names(event, 'relay', index), false),
  ),
  'events.every-connection': [
    told(relayCauses(showsRelay)),
    isToldOnline,
    ...toldActs.map(([, check]) => check),
    heardByAll,
  ],
  'events.not-replayed': contradicting(
    perEvent(
      ({ eventId }) => eventId !== undefined,
      ({ eventId, connection }, { events, lines }) =>
        !events.some(
          (other) =>
            other.eventId === eventId &&
            other.at < (lines.find(({ name, opened }) => name === connection && opened)?.from ?? 0),
        ),
    ),
  ),
};
