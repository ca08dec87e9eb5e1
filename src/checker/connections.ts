// Rules about connections: who may open one, and who answers whom on it.
import {
  each,
  everyTime,
  isUnknownId,
  noChance,
  membersOf,
  type Piece,
  type RuleChecks,
  type SeenCall,
  sight,
  type Sight,
} from './piece.js';

const isNobodys = (ticket: string | undefined): boolean =>
  ticket === undefined || /of nobody|^<token /.test(ticket);
const closes = (seen: SeenCall, { lines }: Piece, own: boolean): boolean =>
  lines.some(
    ({ name, by, to }) =>
      (name === seen.request.connection) === own &&
      by === 'target' &&
      to >= seen.sent &&
      to <= seen.got + 1000,
  );

/** A reply that belongs to none of the requests, though none was malformed, or is about something else than its request. */
function* misplaced({ strays, seen }: Piece): Generator<Sight> {
  for (const { connection, text, seq } of strays)
    if (/"type"\s*:\s*"reply"/.test(text)) {
      const isOfRaw = seen.some(({ what, request }) => request.connection === connection && what === 'raw');
      yield sight(isOfRaw ? undefined : false, 'a reply to no request', { seq });
    }
  // Its reply may have come under another id, and another's under its own.
  if (
    seen.some(
      ({ rest, broken, ok, device }) => !rest && (broken !== undefined || (ok && isUnknownId(device))),
    )
  )
    yield 'open';
  for (const one of seen.filter(({ rest, answered, what }) => !rest && answered && what !== 'raw')) {
    const { deviceId } = membersOf(one.data['device']);
    const isOwn = one.body['requestId'] === undefined || one.body['requestId'] === one.request.requestId;
    const { deviceId: commanded = one.device } = one.command;
    // What it holds may be another's as well, or have the wrong form; a device is busy by what is sent beside it.
    const isLike = one.ok
      ? one.fits && one.op === 'command' in one.came && commanded === one.device
      : !one.busy;
    const isOfDevice = !one.refresh || typeof deviceId !== 'string' || deviceId === one.device;
    yield sight(isOwn && isOfDevice ? isLike || undefined : false, 'a reply to another request', one);
  }
}

export const CONNECTION_RULES: RuleChecks = {
  'ws.ticket-required': function* ({ lines }) {
    for (const line of lines)
      if (isNobodys(line.ticket)) yield sight(!line.opened, 'opened without a ticket of the service', line);
  },
  'ws.ticket-once': function* ({ lines }) {
    for (const [at, line] of lines.entries())
      for (const other of lines.slice(0, at))
        if (!isNobodys(line.ticket) && other.ticket === line.ticket)
          yield sight(!line.opened || !other.opened, 'opened with one ticket', other, line);
  },
  'ws.ticket-issued': ({ lines }) => {
    const issued = lines.filter(({ ticket }, at) => {
      const isFirst = lines.findIndex((line) => line.ticket === ticket) === at;
      return isFirst && !isNobodys(ticket);
    });
    return noChance(
      3,
      issued.map((line) => ({ ok: line.opened, by: [line] })),
      'its tickets open no connection',
    );
  },
  'ws.correlation': misplaced,
  'ws.ping': everyTime(
    1,
    ({ what, broken }) => what === 'session.ping' && (broken ?? 'timeout') === 'timeout',
    ({ answered }) => answered,
  ),
  'ws.errors-keep-connection': everyTime(
    2,
    ({ rest, limited }) => !rest && limited,
    (seen, piece) => !closes(seen, piece, true),
  ),
  'ws.bad-frame-survives': [
    everyTime(
      3,
      ({ what, rest, ok }) => what === 'raw' && !rest && !ok,
      (seen, piece) => {
        const isCut = piece.lines.some(
          (line) => line.closeCode === 1006 && closes(seen, { ...piece, lines: [line] }, true),
        );
        return (
          seen.code !== 'INTERNAL_ERROR' && seen.broken !== 'timeout' && !isCut && !closes(seen, piece, false)
        );
      },
    ),
    // Whether a frame that was taken was malformed is not said here.
    each(
      ({ what, rest, ok }) => what === 'raw' && !rest && ok,
      () => undefined,
    ),
  ],
};
