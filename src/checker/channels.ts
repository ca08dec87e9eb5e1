// Rules about what devices do: relays, settings, events and connections, by what was asked of them and what is read.
import {
  membersOf,
  objectsIn,
  type Piece,
  type RuleCheck,
  isEqualJson,
  type SeenCall,
  sight,
} from './piece.js';

/** A channel, `relay 1`, `jog 2` or `baud`, and a value that it had at a moment of a span, or may have been given in it. */
interface Fact {
  readonly seen: SeenCall;
  readonly channel: string;
  readonly value: unknown;
  readonly from: number;
  readonly to: number;
}
type Values = readonly (readonly [channel: string, value: unknown])[];

/** What an operation is to do; where it leaves a relay by a jog is not known. */
export function askedValues({ name, params, op }: SeenCall): Values {
  if (!op) return [];
  if (name === 'device.relay.set')
    return objectsIn(params['relays']).map(({ index, action }) => [
      `relay ${String(index)}`,
      action === 'jog' ? undefined : action === 'on',
    ]);
  if (name === 'device.relay.jogConfig.set') return [[`jog ${String(params['index'])}`, params['duration']]];
  return name === 'device.rs485.baudRate.set' ? [['baud', params['baudRate']]] : [];
}

function readingsOf({ ok, fits, refresh, what, data }: SeenCall): Values {
  if (!fits || !ok) return [];
  if (refresh)
    return objectsIn(membersOf(data['peripherals'])['relays']).map(({ index, on, jogging }) => [
      `relay ${String(index)}`,
      jogging ? undefined : on,
    ]);
  if (what !== 'devices.config') return [];
  return [
    ...objectsIn(data['relays']).map(
      ({ index, jogDuration }) => [`jog ${String(index)}`, jogDuration] as const,
    ),
    ['baud', data['baudRate']],
  ];
}

/** When the command was known to have ended well, also of a request that got no reply; never, where it is not known. */
function doneAt({ op, fits, id, key, client, repeated, got, answered }: SeenCall, piece: Piece): number {
  if (!op || !fits || repeated || (answered && id === undefined)) return Infinity;
  const isOwn = (other: SeenCall): boolean =>
    id === undefined ? key !== undefined && other.key === key && other.client === client : other.id === id;
  const known = piece.seen.find(
    (other) => isOwn(other) && other.state === 'succeeded' && (id === undefined || other.got >= got),
  );
  return known?.got ?? Infinity;
}

/** What was refused has no effect; after a failure nobody knows. */
const isRefused = ({ answered, ok, status, code }: SeenCall): boolean =>
  answered && !ok && status < 500 && code !== 'INTERNAL_ERROR';

/** What was known of the channels of a device, and what may have changed them. @param isVain requests without effect. */
export function historyOf(piece: Piece, device: string, isVain: (seen: SeenCall) => boolean) {
  const own = piece.seen.filter((seen) => seen.device === device);
  const touches = own.flatMap((seen) =>
    (isVain(seen) || isRefused(seen) ? [] : askedValues(seen)).map(([channel, value]): Fact => ({
      seen,
      channel,
      value,
      from: seen.sent,
      to: value === undefined ? Infinity : doneAt(seen, piece),
    })),
  );
  const reads = own.flatMap((seen) =>
    readingsOf(seen).map(([channel, value]): Fact => ({
      seen,
      channel,
      value,
      from: seen.sent,
      to: seen.got,
    })),
  );
  /** After a failure of power or network all may have changed; it may be told some time later. */
  const upheavals = [
    ...piece.acts.filter((act) => act.deviceId === device && /power|link/.test(act.name)),
    ...piece.events.filter((event) => event.deviceId === device && /power|connection/.test(event.topic)),
    ...own.filter(({ what }) => /devices\.(add|remove)/.test(what)).map(({ sent: at }) => ({ at })),
  ].map(({ at }) => at);
  const before = ({ seen, channel, from }: Pick<Fact, 'seen' | 'channel' | 'from'>): Fact | undefined =>
    [...reads, ...touches]
      .filter(
        (fact) =>
          fact.seen !== seen && fact.channel === channel && fact.to <= from && fact.value !== undefined,
      )
      .toSorted((one, other) => other.to - one.to)[0];
  /** Nothing else can have changed it since it was known. */
  const isUntouched = (since: Fact, to: number, but?: SeenCall): boolean =>
    !touches.some(
      ({ channel, seen, ...span }) =>
        channel === since.channel &&
        seen !== since.seen &&
        seen !== but &&
        span.to > since.from &&
        span.from < to,
    ) && !upheavals.some((at) => at > since.from - 15_000 && at < to);
  return { reads, touches, before, isUntouched };
}

export const devicesOf = ({ seen, known }: Piece): Iterable<string> =>
  known.shared ? [] : new Set(seen.flatMap(({ device }) => device ?? []));

/** Readings of channels that nothing can have changed since the last that was known of them. */
function* readings(piece: Piece, isVain: (seen: SeenCall) => boolean = () => false) {
  for (const device of devicesOf(piece)) {
    const { reads, before, isUntouched } = historyOf(piece, device, isVain);
    for (const later of reads) {
      const earlier = before(later);
      if (earlier && later.value !== undefined && isUntouched(earlier, later.to))
        yield { earlier, later, ok: earlier.value === later.value };
    }
  }
}

const stays = (about: (earlier: Fact, later: Fact) => boolean): RuleCheck =>
  function* (piece) {
    // How long a jog keeps its relay on is not told here.
    if (piece.seen.some(({ params }) => objectsIn(params['relays']).some(({ action }) => action === 'jog')))
      yield 'open';
    for (const { earlier, later, ok } of readings(piece))
      if (about(earlier, later))
        yield sight(
          ok,
          `${later.channel} was ${String(earlier.value)}, and is read as ${String(later.value)}`,
          earlier.seen,
          later.seen,
        );
  };
const afterCommand = (about: (earlier: Fact, later: Fact) => boolean): RuleCheck =>
  stays((earlier, later) => earlier.seen.op && about(earlier, later));
const isRelay = ({ channel }: Fact): boolean => channel.startsWith('relay');

/**
 * Requests that are to have no effect, and a reading that shows theirs.
 * @param isRead without a reading after them nothing can be said.
 */
const inVain = (about: (seen: SeenCall, piece: Piece) => boolean | undefined, isRead = false): RuleCheck =>
  function* (piece) {
    const vain = piece.seen.filter((seen) => askedValues(seen).length > 0 && about(seen, piece));
    // What nobody reads afterwards may have had an effect.
    if (
      isRead &&
      vain.length > 0 &&
      !piece.seen.some(({ refresh, ok, sent }) => refresh && ok && sent > (vain.at(-1)?.got ?? 0))
    )
      yield 'open';
    for (const { earlier, later, ok } of vain.length === 0
      ? []
      : readings(piece, (seen) => vain.includes(seen))) {
      const fits = ([channel, value]: Values[number]): boolean =>
        channel === later.channel && (value ?? true) === later.value;
      const culprit = vain.find(
        (seen) =>
          seen.device === later.seen.device &&
          seen.sent < later.to &&
          seen.got > earlier.from &&
          askedValues(seen).some(fits),
      );
      if (culprit)
        yield sight(
          ok,
          `${later.channel} was ${String(earlier.value)}, and is ${String(later.value)} after it`,
          earlier.seen,
          culprit,
          later.seen,
        );
    }
  };
const isOtherUse = ({ seq, client, key, params, device }: SeenCall, { seen }: Piece): boolean =>
  key !== undefined &&
  seen.some(
    (one) =>
      one.seq < seq &&
      one.client === client &&
      one.key === key &&
      !(isEqualJson(one.params, params) && one.device === device),
  );

export const STATE_RULES: Readonly<Record<string, RuleCheck>> = {
  'relay.effect': afterCommand(isRelay),
  'relay.set-many': afterCommand(({ seen }) => objectsIn(seen.params['relays']).length > 1),
  'relay.compatibility': afterCommand(({ seen }) => seen.what === 'relays.set-one'),
  'ws.operation-execute': afterCommand(({ seen }) => !seen.rest),
  'devices.detail-is-live': afterCommand((earlier, { seen }) => isRelay(earlier) && seen.rest),
  'ws.state-get': afterCommand((earlier, { seen }) => isRelay(earlier) && !seen.rest),
  'rs485.baud-rate': afterCommand(({ channel }) => channel === 'baud'),
  'relay.jog-config': stays(({ channel }) => channel.startsWith('jog')),
  'idempotency.new-key-new-command': afterCommand(isRelay),
  'idempotency.refused-is-not-remembered': afterCommand(isRelay),
  'busy.refused-has-no-effect': inVain(({ busy }) => busy, true),
  'idempotency.no-second-execution': inVain(({ repeated }) => repeated, true),
  'idempotency.same-command-rest': inVain(({ repeated }) => repeated),
  'idempotency.same-command-websocket': inVain(({ repeated }) => repeated),
  'idempotency.across-channels': inVain(({ repeated }) => repeated),
  'idempotency.after-lost-response': inVain(({ repeated }) => repeated, true),
  'idempotency.timeout-is-final': inVain(({ repeated }) => repeated),
  'idempotency.reused-for-another-request': inVain(isOtherUse, true),
  'scope.devices-within-client': inVain(({ may }) => may === false),
  'scope.denied': inVain(({ code }) => code === 'AUTH_SCOPE_DENIED'),
  'auth.missing': inVain(({ identity }) => identity === 'none'),
  'auth.invalid': inVain(({ identity }) => identity === 'other'),
};
