// Rules that a single exchange can contradict: envelope, authentication, permissions, and the form of replies.
import {
  contradicting,
  each,
  eachPair,
  everyTime,
  membersOf,
  isFields,
  isMisspelt,
  isUnknownId,
  objectsIn,
  mayUse,
  type Piece,
  READING,
  type RuleCheck,
  type RuleChecks,
  KNOWN_SCOPES,
  type SeenCall,
  sight,
  type Sight,
} from './piece.js';

const STATUS: Fields = {
  SUCCESS: 200,
  AUTH_INVALID: 401,
  AUTH_SCOPE_DENIED: 403,
  DEVICE_BUSY: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
};
type Fields = Readonly<Record<string, number>>;
type Is = (seen: SeenCall, piece: Piece) => boolean | undefined;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
/** The upgrade and paths of no version have no envelope; long bodies, and those that may be a secret, are not in a trace. */
const isOfRest: Is = ({ rest, request: { path = '' }, reply }) =>
  rest &&
  path.startsWith('/svc/v1/') &&
  !/^\/svc\/v1\/ws(\?|$)/.test(path) &&
  !/\(\d+ characters\)$|^<withheld>$/.test(String(reply?.body));
const hasEnvelope: Is = (seen, piece) =>
  Object.keys(seen.body).length > 0 && (!seen.rest || isOfRest(seen, piece));
const inEnvelope = (ok: (body: SeenCall['body'], seen: SeenCall) => boolean): RuleCheck =>
  each(hasEnvelope, (seen) => ok(seen.body, seen));

/** Written by hand, and no mere reading. */
const isBadInput = ({ what, rest, request: { method, body } }: SeenCall): boolean =>
  what === 'raw' && (!rest || method !== 'GET' || body !== undefined);

const secretOf = ({ request }: SeenCall): unknown => membersOf(request.body)['clientSecret'];
const isToken: Is = ({ what }) => what === 'token.create';
const hasRightSecret: Is = (seen) => secretOf(seen) === '<secret>';
const hasWrongSecret: Is = (seen) =>
  seen.what === 'token.create' &&
  typeof secretOf(seen) === 'string' &&
  !/^<(secret|redacted)>$/.test(String(secretOf(seen)));
const isDisabled: Is = ({ client, sent }, { acts }) =>
  acts.findLast(
    ({ name, at, given }) => at <= sent && given['client'] === client && /^(dis|en)able-client$/.test(name),
  )?.name === 'disable-client';
const isAsOneself = ({ need, identity }: SeenCall): boolean => need !== undefined && identity === 'own';
const isEnabled: Is = (seen, piece) => !isDisabled(seen, piece) && seen.code !== 'APP_DISABLED';
const hasTokenShape: Is = ({ came: { accessToken, tokenType, expiresIn, clientId, scopes }, request }) => {
  const isWhole =
    isText(accessToken) && tokenType === 'Bearer' && typeof expiresIn === 'number' && Array.isArray(scopes);
  return (
    isWhole &&
    clientId === membersOf(request.body)['clientId'] &&
    scopes.every((scope) => KNOWN_SCOPES.includes(scope))
  );
};
/** Its lifetime is over by itself, with some room for clocks, or by an act on the service. */
const isExpired: Is = ({ request, client, sent, need }, { seen, acts }) => {
  const issue = seen.find((one) => one.request.exchange === request.token);
  if (need === undefined || !issue) return false;
  const isEnded = acts.some(
    ({ name, at, given }) =>
      name === 'expire-tokens' && given['client'] === client && at >= issue.got && at <= sent,
  );
  return isEnded || issue.got + Number(issue.came['expiresIn']) * 1000 + 1000 <= sent;
};

/** What was written by hand may be refused for something else as well. */
const is401: Is = ({ status, what, ok }) => status === 401 || (what === 'raw' && !ok && status >= 400);
const unproven =
  (ok: Is): Is =>
  (seen, piece) =>
    seen.anytime ? undefined : ok(seen, piece);
const needsToken = (about: Is): RuleCheck =>
  each(
    (seen, piece) =>
      seen.rest && seen.need !== undefined && /none|other/.test(seen.identity) && about(seen, piece),
    unproven(is401),
  );
const hasKey: Is = ({ request }) =>
  Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'idempotency-key');

const lacksScope: Is = ({ what, identity, scope }) => what !== 'raw' && identity === 'own' && scope === false;
/** Though the profile and its own token say that the client has the permission. */
const isDeniedAllTheSame: Is = ({ code, scope, need = '', reply }) =>
  code === 'AUTH_SCOPE_DENIED' &&
  scope &&
  (need === READING ? (reply?.granted ?? []).length > 0 : reply?.granted?.includes(need));
/** Which of several reasons for a refusal comes first is not said. */
const isDenied: Is = ({ code, status, rest, ok, may }) => {
  if (code === 'AUTH_SCOPE_DENIED') return !rest || status === 403;
  const isElsewise = !rest || [401, 404, 409].includes(status) || code === 'APP_DISABLED' || may === false;
  return !ok && isElsewise ? undefined : false;
};
const denial = (about: Is): RuleCheck =>
  each((seen, piece) => lacksScope(seen, piece) && about(seen, piece), unproven(isDenied));

/** The wait of a rejection: a number of seconds, on REST the same in the header, which may be rounded. */
const hasWait: Is = ({ rest, reply, came: { retryAfterSeconds: wait } }) => {
  const [, header = ''] =
    Object.entries(reply?.headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const isAlike = /^\d+(\.\d+)?$/.test(header) && Math.abs(Number(header) - Number(wait)) < 1;
  return typeof wait === 'number' && wait >= 0 && (!rest || isAlike);
};
const rejection = (about: Is): RuleCheck =>
  each((seen, piece) => seen.limited && about(seen, piece), hasWait);

const hasCommandShape: Is = ({ came, name, state }) => {
  const { operation, params, status, result } = membersOf(came['command']);
  const isAsked = typeof operation === 'string' && (name === undefined || operation === name);
  return (
    isAsked &&
    isFields(params) &&
    isText(status) &&
    (operation !== 'device.rs485.transceive' || state !== 'succeeded' || isFields(result))
  );
};
/** Data in another form than the dialect's are not judged: the dialect may be wrong. */
const form = (about: Is, ok: (data: SeenCall['data']) => boolean): RuleCheck =>
  each(
    (seen, piece) => about(seen, piece) && seen.ok && seen.fits,
    ({ data }) => ok(data),
  );
/** The configuration of a device, and a refresh of it. */
const isConfigOf = (config: SeenCall, state: SeenCall): boolean =>
  config.what === 'devices.config' &&
  state.refresh &&
  config.device === state.device &&
  [config, state].every(({ ok, fits }) => ok && fits);
const RATES = /\b([369]|12|24|48|96|144|192|288|384|576|1152|2304)00\b/;
const GROUPS = ['relays', 'digitalInputs', 'analogInputs', 'sensors'];

/** A device that the client may not use is neither listed, nor used, nor heard of. */
function* foreign({ seen, events, known }: Piece): Generator<Sight> {
  for (const one of seen) {
    if (one.device !== undefined && one.may === undefined) yield 'open';
    if (one.may === false && one.answered)
      yield sight(!one.ok, `${one.what} was answered with ${one.code}`, one);
    // Where it is refused what it may, nobody knows what it is taken for.
    if (!one.ok && one.scope !== false && one.may !== false && one.need !== undefined) yield 'open';
    for (const { deviceId } of one.what === 'devices.list' ? objectsIn(one.data['devices']) : [])
      if (mayUse(known, one.client, deviceId) !== undefined)
        yield sight(mayUse(known, one.client, deviceId), `${String(deviceId)} was listed`, one);
  }
  for (const event of events)
    if (event.may !== undefined)
      yield sight(event.may, `${event.topic} of ${String(event.deviceId)} was sent`, event);
}

export const REPLY_RULES: RuleChecks = {
  'envelope.json': each(
    isOfRest,
    ({ reply, body }) => !reply?.malformed && 'code' in body && 'message' in body,
  ),
  'envelope.code': inEnvelope(
    ({ code }, { rest, status }) =>
      isText(code) &&
      !isMisspelt(String(code)) &&
      (!rest || (code === 'SUCCESS' ? status < 400 : status >= 300)),
  ),
  'envelope.message': inEnvelope(
    ({ code, message }) => typeof message === 'string' && (code !== 'SUCCESS' || message === 'OK'),
  ),
  'envelope.data': inEnvelope(({ data }) => data === undefined || isFields(data)),
  'envelope.error-request-id': inEnvelope(
    ({ requestId }, { rest, status }) => !rest || status < 400 || typeof requestId === 'string',
  ),
  'envelope.status-code-pairs': inEnvelope(
    (_, { rest, status, code }) =>
      !rest || ((STATUS[code] ?? status) === status && (status !== 429 || code === 'RATE_LIMITED')),
  ),
  'envelope.bad-input-is-no-500': [
    everyTime(
      3,
      (seen) => isBadInput(seen) && (seen.answered || seen.broken === 'reset'),
      ({ answered, status, code }) => answered && status < 500 && code !== 'INTERNAL_ERROR',
    ),
    // A refusal is one in the envelope.
    each(
      (seen) => isBadInput(seen) && seen.rest && seen.status >= 400,
      unproven(({ body }) => isText(body['code']) && body['code'] !== 'SUCCESS'),
    ),
  ],
  'auth.token-issued': [
    each(
      (seen, piece) => hasRightSecret(seen, piece) && isEnabled(seen, piece),
      unproven(({ ok, status, came }) => ok && status === 200 && isText(came['accessToken'])),
    ),
    // Whether a token that is refused has lived for as long as it had to, or has its scopes, is not said here.
    each(
      (seen) =>
        seen.rest &&
        isAsOneself(seen) &&
        (seen.status === 401 || (seen.code === 'AUTH_SCOPE_DENIED' && seen.scope !== false)),
      () => undefined,
    ),
  ],
  'auth.token-shape': each(
    (seen, piece) => isToken(seen, piece) && seen.ok,
    (seen, piece) => {
      const scopes = piece.known.clients?.[seen.client]?.scopes ?? [];
      const others = Array.isArray(seen.came['scopes'])
        ? seen.came['scopes'].filter((scope) => !scopes.includes(String(scope)))
        : [];
      // Where it has more than the profile says, one of the two is wrong.
      return hasTokenShape(seen, piece) ? others.length === 0 || undefined : false;
    },
  ),
  // An empty secret may be refused as malformed.
  'auth.invalid-credentials': each(
    hasWrongSecret,
    unproven(
      (seen) => (seen.status === 401 && seen.code === 'AUTH_INVALID') || (secretOf(seen) === '' && !seen.ok),
    ),
  ),
  'auth.disabled-client': [
    everyTime(
      2,
      (seen, piece) => hasRightSecret(seen, piece) && isDisabled(seen, piece),
      ({ code }) => code === 'APP_DISABLED',
    ),
    everyTime(
      2,
      (seen, piece) => isAsOneself(seen) && isDisabled(seen, piece) && !seen.anytime,
      ({ ok }) => !ok,
    ),
    function* ({ seen, ...piece }) {
      const isServed = (one: SeenCall): boolean | undefined =>
        isAsOneself(one) && isDisabled(one, { seen, ...piece });
      if (seen.some((one) => one.anytime && isServed(one))) yield 'open';
    },
  ],
  'auth.missing': needsToken(({ identity }) => identity === 'none'),
  'auth.invalid': needsToken(() => true),
  'auth.expired': each(
    isExpired,
    unproven(({ status, rest, ok }) => (rest ? status === 401 : !ok)),
  ),
  'auth.key-is-no-credential': needsToken(hasKey),
  'scope.read-included': [
    each(
      ({ need, scope }) => need === READING && scope,
      // Another refusal is no denial, and no reading either.
      (seen, piece) => seen.ok || (isDeniedAllTheSame(seen, piece) ? false : undefined),
    ),
    each(
      ({ what, scope, request, client, got }, piece) => {
        const made = piece.seen.find(({ op, id }) => op && id !== undefined && id === request.commandId);
        const isOwn = made && mayUse(piece.known, client, made.device);
        return what === 'commands.read' && scope && isOwn && got - made.got < 30_000;
      },
      unproven(({ ok, status }) => (status === 401 ? undefined : ok)),
    ),
  ],
  'scope.independent': denial(({ need }) => need !== READING),
  'scope.denied': [denial(() => true), each(isDeniedAllTheSame, () => false)],
  'scope.required-scope-named': each(
    ({ code, need = 'token' }) => code === 'AUTH_SCOPE_DENIED' && need !== 'token',
    ({ came, need }) => came['requiredScope'] === need,
  ),
  'scope.checked-on-websocket': denial(({ rest }) => !rest),
  'scope.devices-within-client': foreign,
  'devices.list': each(
    ({ what, ok }) => what === 'devices.list' && ok,
    // How a list is paged is not said.
    ({ came, request }) =>
      Array.isArray(came['devices']) ? !request.path?.includes('?') || undefined : false,
  ),
  'devices.refresh-covers-all': [
    each(
      ({ refresh, ok, fits }) => refresh && ok && fits,
      ({ data, device = '' }, piece) => {
        const state = membersOf(data['peripherals']);
        const relays = objectsIn(state['relays']).map(({ index }) => index);
        const isWhole =
          GROUPS.every((group) => Array.isArray(state[group])) &&
          (piece.known.devices?.[device]?.relays ?? []).every((index) => relays.includes(index));
        // Which other channels the device has is not known.
        return isWhole && GROUPS.some((group) => objectsIn(state[group]).length === 0) ? undefined : isWhole;
      },
    ),
    eachPair(
      (one, other) => isConfigOf(one, other) || isConfigOf(other, one),
      (one, other) => {
        const [config, state] = one.refresh ? [other, one] : [one, other];
        const shown = objectsIn(membersOf(state.data['peripherals'])['relays']).map(({ index }) => index);
        return objectsIn(config.data['relays']).every(({ index }) => shown.includes(index));
      },
    ),
  ],
  'devices.config-read': each(
    ({ what, ok }) => what === 'devices.config' && ok,
    ({ data, fits, device = '' }, { known }) => {
      const { relays, baudRate } = data;
      const listed = objectsIn(relays).map(({ index }) => index);
      const isWhole = (known.devices?.[device]?.relays ?? []).every((index) => listed.includes(index));
      const { answered, unanswered } = known.devices?.[device] ?? {};
      const hasPort = (answered ?? unanswered) !== undefined;
      const isRate = typeof baudRate === 'number' || (baudRate === undefined && !hasPort);
      // In the target's own words, it has to be some usual rate.
      if (!fits) return hasPort && !RATES.test(JSON.stringify(data)) ? false : undefined;
      // A server may be without jogs for some relays.
      return Array.isArray(relays) && isRate ? isWhole || undefined : false;
    },
  ),
  'devices.profiles': [
    form(
      ({ what }) => what === 'profiles.list',
      ({ profiles }) => Array.isArray(profiles),
    ),
    eachPair(
      (one, other) =>
        [one, other].every(({ ok, fits }) => ok && fits) &&
        /devices\.list profiles\.list|profiles\.list devices\.list/.test(`${one.what} ${other.what}`),
      (one, other) => {
        const [devices, profiles] = one.what === 'devices.list' ? [one, other] : [other, one];
        const listed = objectsIn(profiles.data['profiles']).map(({ profileId }) => profileId);
        return objectsIn(devices.data['devices']).every(
          ({ profileId }) => profileId === undefined || listed.includes(profileId),
        );
      },
    ),
  ],
  'devices.unknown': each(
    ({ what, identity, device, request }) =>
      what !== 'raw' && identity === 'own' && (isUnknownId(device) || isUnknownId(request.commandId)),
    unproven(({ rest, status, ok }) => (rest ? [404, 401, 403].includes(status) : !ok)),
  ),
  'refresh.rate-limited-rest': rejection(({ rest, refresh }) => rest && refresh),
  'refresh.rate-limited-websocket': rejection(({ rest, refresh }) => !rest && refresh),
  'limits.shape': rejection(() => true),
  // Its form alone is looked at, and not how long the window lasts.
  'limits.ticket-endpoint': contradicting(rejection(({ what }) => what === 'ticket.create')),
  'commands.shape': each(({ ok, op, what }) => ok && (op || what === 'commands.read'), hasCommandShape),
  'commands.created-by-every-operation': each(
    ({ ok, op }) => ok && op,
    ({ came }) => isFields(came['command']),
  ),
  // A token may have ended meanwhile.
  'ws.ticket-issued': each(
    (seen, piece) => seen.what === 'ticket.create' && seen.identity === 'own' && isEnabled(seen, piece),
    unproven(({ status, ok, fits, data }) =>
      status === 401 ? undefined : ok && (!fits || isText(data['ticket'])),
    ),
  ),
  'ws.ticket-needs-token': needsToken(({ need }) => need === 'token'),
  'ws.reply-shape': each(
    ({ rest }) => !rest,
    ({ body: { type, requestId, code, message, data } }) =>
      type === 'reply' &&
      isFields(data) &&
      [requestId, code, message].every((text) => typeof text === 'string'),
  ),
  'version.in-path': each(
    ({ rest, request: { path = '' } }) => rest && !path.startsWith('/svc/v1'),
    ({ ok }) => !ok,
  ),
};
