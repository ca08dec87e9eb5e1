// Rules that two exchanges or more contradict: commands and their keys, refreshes and their budget, one at a time.
import {
  each,
  everyTime,
  noChance,
  membersOf,
  objectsIn,
  mayUse,
  eachPair,
  type Piece,
  type RuleCheck,
  type RuleChecks,
  isEqualJson,
  type SeenCall,
  sight,
} from './piece.js';

type Two = (one: SeenCall, other: SeenCall, piece: Piece) => boolean | undefined;

const isBefore: Two = (one, other) => one.got <= other.sent;
const isSame = (one: SeenCall, other: SeenCall): boolean =>
  one.device === other.device && one.name === other.name && isEqualJson(one.params, other.params);
const haveOneKey = (one: SeenCall, other: SeenCall): boolean =>
  one.op && other.op && one.key !== undefined && one.key === other.key;
const isRepeat = (one: SeenCall, other: SeenCall): boolean =>
  one.client === other.client && haveOneKey(one, other) && isSame(one, other);
/** How long a server keeps keys and commands is not said; so soon after in ms, it cannot have forgotten them. */
const isSoon = (one: SeenCall, other: SeenCall): boolean => other.sent - one.got < 30_000;

/** A final outcome stays what it is. */
const isSameOutcome: Two = (one, other, piece) => {
  if (!one.final) return true;
  return other.final
    ? one.state === other.state && isEqualJson(one.command['result'], other.command['result'])
    : !isBefore(one, other, piece);
};
const isUnaltered: Two = ({ command: one }, { command: other }) =>
  isEqualJson(one['operation'], other['operation']) && isEqualJson(one['params'], other['params']);
const haveOneId: Two = (one, other) => one.id === other.id;
const haveTwoIds: Two = (one, other) => one.id !== other.id;

/** Between two looks at what a device has carried out, nothing but repeats came. */
const counted: RuleCheck = function* ({ acts, seen, known }) {
  const looks = acts.filter(({ name }) => name === 'executions');
  for (const [at, look] of looks.entries()) {
    const before = looks.slice(0, at).findLast(({ deviceId }) => deviceId === look.deviceId);
    const asked = seen.filter(
      ({ op, device, got, sent }) =>
        op && device === look.deviceId && got > (before?.at ?? 0) && sent < look.at,
    );
    if (!before || known.shared || !asked.every(({ repeated, ok }) => repeated && ok)) continue;
    yield sight(look.detail === before.detail, 'what was repeated was carried out', ...asked);
  }
};

const hasCommand = ({ id, fits }: SeenCall): boolean => typeof id === 'string' && fits;
/** Two replies with commands. */
const commands = (related: Two, ok: Two): RuleCheck =>
  eachPair((one, other, piece) => hasCommand(one) && hasCommand(other) && related(one, other, piece), ok);
/** Replies that show one command, one after the other. */
const shown = (ok: Two): RuleCheck =>
  commands((one, other, piece) => one.id === other.id && isBefore(one, other, piece), ok);
/** A command, and a repeat of its request that was definitively refused, or answered with a command. */
const answersAlike = (also: Two): RuleCheck =>
  eachPair(
    (one, other, piece) => {
      const isAnswer =
        hasCommand(other) ||
        (!other.ok && !other.anytime && other.status !== 401 && isBefore(one, other, piece));
      return (
        isAnswer && hasCommand(one) && isRepeat(one, other) && isSoon(one, other) && also(one, other, piece)
      );
    },
    (one, other, piece) => one.id === other.id && isSameOutcome(one, other, piece),
  );

/** What a reading shows otherwise, the reply to a repeat may have shown, too. */
const readOtherwise: RuleCheck = function* (piece) {
  for (const seen of read(isReadAsCreated)(piece)) if (seen !== true) yield 'open';
};
const repeats = (also: Two): readonly RuleCheck[] => [answersAlike(also), readOtherwise];

const waitOf = ({ params }: SeenCall): number => Number(params['timeout'] ?? 0);
/** What the peripheral of the device answers to a transceive; undefined where nobody knows. */
const answerTo = ({ name, params: { data }, device = '' }: SeenCall, { known }: Piece): unknown => {
  const { answered, answer, echo = [] } = known.devices?.[device] ?? {};
  if (name !== 'device.rs485.transceive' || typeof data !== 'string') return undefined;
  return data === answered ? answer : echo.some((start) => data.startsWith(start)) ? data : undefined;
};
/** A transceive whose data the peripheral of the device answers, or is known not to answer. */
const asks =
  (which: 'answered' | 'unanswered') =>
  ({ name, params: { data }, device = '' }: SeenCall, { known }: Piece): boolean =>
    name === 'device.rs485.transceive' && data !== undefined && data === known.devices?.[device]?.[which];
/** At another speed than that of whoever speaks on the line nobody understands it. */
const isSpedUp = ({ device, got }: SeenCall, { seen }: Piece): boolean =>
  seen.some((one) => one.name === 'device.rs485.baudRate.set' && one.device === device && one.sent < got);
const creatorOf = ({ request: { commandId } }: SeenCall, { seen }: Piece): SeenCall | undefined =>
  seen.find(({ op, id }) => op && id !== undefined && id === commandId);

/** A command, and a reading of it by its creator soon after. */
const read = (ok: Two): RuleCheck =>
  eachPair(
    (made, seen, piece) =>
      seen.what === 'commands.read' &&
      !seen.anytime &&
      seen.status !== 401 &&
      creatorOf(seen, piece) === made &&
      made.client === seen.client &&
      isBefore(made, seen, piece) &&
      isSoon(made, seen),
    ok,
  );

const isReadAsCreated: Two = (made, seen, piece) => {
  const isSameCommand =
    made.id === seen.id && isUnaltered(made, seen, piece) && isSameOutcome(made, seen, piece);
  return seen.ok && (!seen.fits || isSameCommand);
};

/** No page of a list. */
const isWholeList = ({ what, ok, fits, request, data }: SeenCall): boolean =>
  what === 'devices.list' &&
  ok &&
  fits &&
  !request.path?.includes('?') &&
  data['nextCursor'] === undefined &&
  data['more'] !== true &&
  (data['pages'] ?? 1) === 1;
const isListed = ({ data }: SeenCall, device: unknown): boolean =>
  objectsIn(data['devices']).some(({ deviceId }) => deviceId === device);
/** An addition or a removal, and something later with no opposite in between. */
const managed = (what: string, opposite: string, about: Two, ok: Two): RuleCheck =>
  eachPair((one, other, piece) => {
    const isUndone = piece.seen.some(
      (between) => between.what === opposite && between.seq > one.seq && between.sent < other.got,
    );
    return (
      one.what === what && one.ok && isBefore(one, other, piece) && about(one, other, piece) && !isUndone
    );
  }, ok);

export const COMMAND_RULES: RuleChecks = {
  'idempotency.same-command-rest': repeats((one, other) => one.rest && other.rest),
  'idempotency.same-command-websocket': repeats((one, other) => !one.rest && !other.rest),
  'idempotency.across-channels': repeats((one, other) => one.rest !== other.rest),
  'idempotency.no-second-execution': [
    commands((one, other) => isRepeat(one, other) && isSoon(one, other), haveOneId),
    counted,
  ],
  // Where two of them overlapped, all that came under the key are one command.
  'idempotency.in-flight': commands((one, other, piece) => {
    const own = piece.seen.filter((seen) => seen === one || isRepeat(seen, one));
    const overlap = own.some((first) =>
      own.some((next) => first !== next && first.sent <= next.sent && next.sent < first.got),
    );
    return isRepeat(one, other) && isSoon(one, other) && overlap;
  }, haveOneId),
  'idempotency.after-lost-response': commands(
    (one, other, { seen }) =>
      isRepeat(one, other) &&
      isSoon(one, other) &&
      seen.some((lost) => lost.broken !== undefined && isRepeat(lost, other)),
    haveOneId,
  ),
  'idempotency.timeout-is-final': [
    ...repeats(({ state }) => state === 'timeout'),
    // Only a new key runs again.
    commands(
      (one, other) =>
        one.client === other.client && one.key !== other.key && one.state === 'timeout' && isSame(one, other),
      haveTwoIds,
    ),
    // The repeat took as long as waiting again.
    commands(
      (one, other, piece) =>
        isRepeat(one, other) &&
        isBefore(one, other, piece) &&
        isSoon(one, other) &&
        one.state === 'timeout' &&
        waitOf(one) > 0,
      (one, other) => other.got - other.sent < waitOf(one),
    ),
    counted,
  ],
  'idempotency.new-key-new-command': commands(
    (one, other) =>
      one.client === other.client &&
      one.key !== undefined &&
      other.key !== undefined &&
      one.key !== other.key,
    haveTwoIds,
  ),
  // Of a request that nothing speaks against.
  'idempotency.refused-is-not-remembered': eachPair(
    (one, other, piece) =>
      isRepeat(one, other) &&
      isBefore(one, other, piece) &&
      (one.busy || one.limited) &&
      !other.anytime &&
      other.scope &&
      other.may,
    (_, { ok, status }) => ok || status === 401,
  ),
  'idempotency.reused-for-another-request': [
    commands(
      (one, other, piece) =>
        haveOneKey(one, other) &&
        one.client === other.client &&
        !isSame(one, other) &&
        isBefore(one, other, piece) &&
        isSoon(one, other),
      haveOneId,
    ),
    shown(isUnaltered),
  ],
  'idempotency.per-client': commands(
    (one, other) => haveOneKey(one, other) && one.client !== other.client,
    haveTwoIds,
  ),
  'commands.readable': read(isReadAsCreated),
  'commands.created-by-every-operation': read(isReadAsCreated),
  'commands.same-object-both-channels': shown(
    (one, other, piece) => isUnaltered(one, other, piece) && isSameOutcome(one, other, piece),
  ),
  'commands.terminal-stays': [shown(isSameOutcome), read(({ final }, { ok }) => ok || !final)],
  'scope.commands-within-devices': each(
    (seen, piece) =>
      seen.what === 'commands.read' &&
      mayUse(piece.known, seen.client, creatorOf(seen, piece)?.device ?? seen.command['deviceId']) === false,
    ({ ok }) => !ok,
  ),
  'rs485.timeout': each(
    asks('unanswered'),
    (seen) =>
      ![408, 504].includes(seen.status) &&
      (hasCommand(seen) ? seen.state === 'pending' || seen.state === 'timeout' : undefined),
  ),
  'rs485.transceive': [
    each(
      (seen, piece) => answerTo(seen, piece) !== undefined && seen.state === 'succeeded',
      (seen, piece) =>
        membersOf(seen.command['result'])['data'] === answerTo(seen, piece) ||
        (isSpedUp(seen, piece) ? undefined : false),
    ),
    // A device may be gone for a moment.
    everyTime(
      3,
      (seen, piece) => asks('answered')(seen, piece) && hasCommand(seen),
      ({ state }) => state !== 'timeout',
    ),
  ],
  'devices.add': managed(
    'devices.add',
    'devices.remove',
    (one, other) => isWholeList(other) && one.client === other.client,
    (one, other) => isListed(other, membersOf(one.data['device'])['deviceId']),
  ),
  'devices.remove': managed(
    'devices.remove',
    'devices.add',
    (one, other) => isWholeList(other) || (other.device === one.device && other.answered),
    (one, other) => (other.device === undefined ? !isListed(other, one.device) : !other.ok),
  ),
};

/** Two refreshes that were granted, and cannot have been three seconds apart wherever they took place; clocks may differ a little. */
const apart = (also: Two): RuleCheck =>
  eachPair(
    (one, other, piece) =>
      one.refresh &&
      other.refresh &&
      one.ok &&
      other.ok &&
      one.device === other.device &&
      also(one, other, piece),
    (one, other) => Math.max(other.got - one.sent, one.got - other.sent) >= 2980,
  );

const endOf = ({ got, came }: SeenCall): number => got + Number(came['retryAfterSeconds']) * 1000;
/** Three rejections in a row with nothing granted in between, each of them wrong after the one before. */
const rows = (about: (seen: SeenCall) => boolean, ok: Two): RuleCheck =>
  function* (piece) {
    const looked = piece.seen.filter((seen) => piece.known.alone && seen.answered && about(seen));
    const kindOf = ({ what, client, device = '' }: SeenCall): string => `${what} ${client} ${device}`;
    for (const kind of new Set(looked.map(kindOf))) {
      let row: SeenCall[] = [];
      for (const seen of looked.filter((other) => kindOf(other) === kind)) {
        const last = row.at(-1);
        row = !seen.limited || (last && ok(last, seen, piece)) ? [] : [...row, seen];
        yield sight(row.length < 3, 'refused three times in a row', ...row);
      }
    }
  };
const keepsTheEnd: Two = (one, next) => endOf(next) - endOf(one) <= 1000 + next.got - next.sent;

/** What was carried out while a transceive that nobody answered was surely waiting, wherever its wait lay. */
const overlapping = (also: Two): RuleCheck =>
  function* (piece) {
    for (const long of piece.seen.filter(
      ({ name, state, repeated }) => name === 'device.rs485.transceive' && state === 'timeout' && !repeated,
    ))
      for (const other of piece.seen) {
        const isWithin = other.sent >= long.got - waitOf(long) && other.got <= long.sent + waitOf(long);
        if (
          other === long ||
          other.device !== long.device ||
          !isWithin ||
          other.repeated ||
          !also(long, other, piece)
        )
          continue;
        const isDone = other.refresh ? other.ok : other.op && hasCommand(other) && other.final;
        if (isDone || other.busy)
          yield sight(other.busy, 'carried out while a transceive was waiting', long, other);
        else if (other.op && !other.anytime) yield 'open';
      }
  };

/** A control that came well within a refresh: both cannot be carried out each time. */
const withinRefresh: RuleCheck = function* ({ seen, known }) {
  const pairs = seen.flatMap((long) =>
    long.refresh && long.ok && long.got - long.sent >= 100
      ? seen
          .filter(
            (other) =>
              other.op &&
              other.device === long.device &&
              other.sent > long.sent &&
              other.sent <= long.got - 60 &&
              (other.ok || other.busy),
          )
          .map((other) => ({ ok: other.busy, by: [long, other] }))
      : [],
  );
  yield* noChance(3, known.shared ? [] : pairs, 'carried out during a refresh each time');
};

/** Nothing of ours is under way on the device, or may still be. */
const isAlone = (seen: SeenCall, { seen: all, known }: Piece): boolean =>
  !known.shared &&
  !all.some(
    (other) =>
      other !== seen &&
      other.device === seen.device &&
      other.sent <= seen.got &&
      (other.got > seen.sent || !other.answered || other.state === 'pending'),
  );

export const TURN_RULES: RuleChecks = {
  'refresh.min-interval': apart(() => true),
  'refresh.shared-budget': apart((one, other) => one.rest !== other.rest),
  'refresh.across-clients': apart((one, other) => one.client !== other.client),
  'refresh.retry-after-truthful': rows(
    ({ refresh }) => refresh,
    (one, next) => next.sent < endOf(one),
  ),
  'refresh.rejection-is-free': rows(({ refresh }) => refresh, keepsTheEnd),
  'limits.rejection-is-free': rows(({ what }) => what !== 'raw', keepsTheEnd),
  'busy.control-control': overlapping((_, other) => other.op),
  'busy.refresh-control': [overlapping((_, other) => other.refresh), withinRefresh],
  'busy.across-channels': overlapping((one, other) => one.rest !== other.rest),
  'busy.one-at-a-time': overlapping(() => true),
  'busy.released': function* (piece) {
    const looked = piece.seen.filter(
      (seen) => seen.answered && (seen.refresh || seen.op) && isAlone(seen, piece),
    );
    // Whether what nobody saw the end of is over is not known.
    for (const seen of piece.seen) if (seen.busy && !looked.includes(seen)) yield 'open';
    for (const device of new Set(looked.map((seen) => seen.device))) {
      let row: SeenCall[] = [];
      for (const seen of looked.filter((other) => other.device === device)) {
        row = seen.busy ? [...row, seen] : [];
        // What somebody else has begun before may take a while.
        const isLong = row.length >= 3 && seen.sent - (row[0]?.got ?? 0) >= 5000;
        if (isLong) yield sight(false, 'busy, though nothing is under way', ...row);
        else yield seen.anytime ? 'open' : true;
      }
    }
  },
};
