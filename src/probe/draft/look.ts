// Looks at a server that nobody has described yet: reads, and nothing that changes anything. What it asks next follows
// from what came. The exchanges are the evidence.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Dialect } from '../../dialect/dialect.js';
import { PATH_PREFIX, WEBSOCKET_PATH } from '../../contract/limits.js';
import { type Scope, SCOPES } from '../../contract/scopes.js';
import type { HttpReply, Socket, Transport } from '../../harness/target/transport.js';
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import { isObject } from '../../kernel/json.js';
import { textAround } from './draft.js';
import { type DraftExchange, replyIn, seenExchange } from './evidence.js';
import { commonStarts, ID_FIELDS } from './draft-devices.js';
import { frameSaid, placesNamed } from './named-places.js';
import { byFit, columnsOf, isDistinct, isFull, leavesOf } from './places.js';
import { urlPart } from '../../kernel/url-part.js';

export interface LookOptions extends Pick<Dialect, 'path'> {
  /** The way through the gate. @param forms of a frame and of a request for a state, as a dialect shows them. */
  gated(forms?: readonly [wsRequest: object, stateRequest: object]): GatedLook | undefined;
  readonly clock: Clock;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signal: AbortSignal;
}

interface GatedLook {
  readonly transport: Transport;
  /** Whether the gate lets a frame out. */
  permits(frame: string): boolean;
}

type Looking = LookOptions & GatedLook;

export interface Looked {
  readonly evidence: readonly DraftExchange[];
  readonly scopes: readonly Scope[];
  readonly expiresIn?: number;
  readonly requests: number;
  /** Why there is nothing more to see. */
  readonly stopped?: { readonly kind: 'unreachable' | 'not this' | 'refused'; readonly words: string };
}

/** Limits of all that is asked. */
const MOST_REQUESTS = 200;
const LONGEST_LOOK = 120_000;
const PATIENCE = 10_000;
const LONGEST_WAIT = 30_000;
const MOST_TRIES = 4;
const MOST_DEVICES = 4;
/** Between two looks at the same device, in ms. */
const APART = 1100;

export async function look(asked: LookOptions): Promise<Looked> {
  const through = asked.gated();
  assert(through, 'the dialect that comes with conform can be read');
  const options: Looking = { ...asked, ...through };
  const asker = createAsker(options);
  const { clientId, clientSecret } = options;
  const body = { clientId, clientSecret };
  const token = await asker.ask('POST', '/auth/token', { body, token: undefined });
  const stopped = stoppedBy(token, options.path(`${PATH_PREFIX}/auth/token`));
  if (stopped || !token.reply) return { ...asker.seen(), scopes: [], ...(stopped && { stopped }) };
  const data = token.data as Record<string, unknown>;
  const { accessToken } = data;
  const given = Array.isArray(data['scopes']) ? (data['scopes'] as unknown[]) : [];
  const scopes = SCOPES.filter((scope) => given.includes(scope));
  asker.use(String(accessToken));
  await lookAround(asker, options);
  const { expiresIn } = data;
  return { ...asker.seen(), scopes, ...(typeof expiresIn === 'number' && { expiresIn }) };
}

async function lookAround(asker: Asker, options: Looking): Promise<void> {
  const list = await asker.ask('GET', '/devices');
  await asker.ask('GET', '/devices', { token: 'none' });
  const devices = isObject(list.data) && Array.isArray(list.data['devices']) ? list.data['devices'] : [];
  const ids = await identifiers(asker, devices);
  for (const id of ids) await asker.ask('GET', `/devices/${urlPart(id)}/config`);
  for (const id of ids.slice(1)) await asker.ask('GET', `/devices/${urlPart(id)}`);
  await asker.ask('GET', '/device-profiles');
  await asker.ask('GET', '/devices/conform-no-such-device');
  await asker.ask('GET', '/commands/conform-no-such-command');
  await options.clock.sleep(APART, options.signal).catch(() => undefined);
  for (const id of ids.slice(0, 2)) await asker.ask('GET', `/devices/${urlPart(id)}`);
  await lookOverSocket(asker, options, ids[0], devices[0]);
}

/** The identifiers of a few devices: by the field whose value a path takes. */
async function identifiers(asker: Asker, devices: readonly unknown[]): Promise<readonly string[]> {
  const columns = columnsOf(devices).filter(
    (column) =>
      isFull(column) &&
      isDistinct(column) &&
      column.values.every((each) => /^(string|number)$/.test(typeof each)),
  );
  const varied = variedIn(devices);
  for (const column of byFit(columns, ID_FIELDS).slice(0, MOST_TRIES)) {
    const ids = varied.slice(0, MOST_DEVICES).map((at) => String(column.values[at]));
    for (const before of commonStarts(column.values)) {
      const all = ids.map((each) => each.slice(before.length));
      // A device that is offline says nothing.
      for (const id of all.slice(0, 2)) {
        const read = await asker.ask('GET', `/devices/${urlPart(id)}`);
        if (read.code === SUCCESS) return [id, ...all.filter((each) => each !== id)];
      }
    }
  }
  return [];
}

/** The places of devices in a list, those first that differ from each other: they tell more than many of one kind. */
function variedIn(devices: readonly unknown[]): number[] {
  const shared = columnsOf(devices).filter((column) => !isDistinct(column));
  const kindOf = (at: number): string => JSON.stringify(shared.map(({ values }) => values[at] ?? null));
  const places = devices.map((_, at) => at);
  const seen = new Map(places.toReversed().map((at) => [kindOf(at), at]));
  const firsts = new Set(seen.values());
  return [...places.filter((at) => firsts.has(at)), ...places.filter((at) => !firsts.has(at))];
}

/** Names under which servers have the topic of a frame. */
const KEYS = (
  'topic type method action op call subject event cmd service route command request ' +
  'methodName verb name kind channel function message path uri'
).split(' ');

/** Forms of a frame of a request: what comes beside requestId and data. */
const FRAMES: readonly ((topic: string) => Record<string, unknown>)[] = [
  (topic: string) => ({ type: 'request', topic }),
  ...KEYS.map((key) => (topic: string) => ({ [key]: topic })),
  ...KEYS.slice(2).map((key) => (topic: string) => ({ type: 'request', [key]: topic })),
];
const REPLY_WITHIN = 3000;

/** A form of a frame as a dialect shows it. */
function shownAs(form: (typeof FRAMES)[number]): object {
  const shown = Object.entries(form(TOPIC)).map(([key, value]) => {
    const [before = '', after] = String(value).split(TOPIC);
    return [key, after === undefined ? value : textAround(before, 'topic', after)] as const;
  });
  return { ...Object.fromEntries(shown), requestId: '$requestId', data: '$data?' };
}

/** Stands for a topic, and is none. */
const TOPIC = '\0';

async function lookOverSocket(
  asker: Asker,
  options: Looking,
  deviceId: string | undefined,
  device: unknown,
): Promise<void> {
  let socket: TalkingSocket | undefined;
  const forms = [...FRAMES];
  for (const [at, form] of forms.entries()) {
    if (asker.isOver()) break;
    const ping = { ...form('session.ping'), data: {} };
    const isUsual = options.permits(JSON.stringify({ ...ping, requestId: 'conform-look' }));
    // What the usual names take for a command, such as `action`, is a ping under the names of this form.
    const through = isUsual ? options : options.gated([shownAs(form), { deviceId: '$deviceId' }]);
    if (!through) continue;
    if (!isUsual) socket?.close();
    socket = isUsual && socket?.isOpen() ? socket : await connect(asker, { ...options, ...through });
    if (!socket) return;
    const reply = await socket.talk(ping);
    asker.note('session.ping', ping, reply);
    const isUnderstood = isObject(reply) && reply['code'] === SUCCESS;
    const said =
      isObject(reply) && !isUnderstood && at === 0 ? frameSaid(String(reply['message'])) : undefined;
    if (said) forms.splice(1, 0, said);
    if (isUnderstood || !isUsual) socket.close();
    if (!isUsual) socket = undefined;
    if (!isUnderstood) continue;
    if (deviceId !== undefined) await askForState(asker, form, { ...options, deviceId, device });
    return;
  }
  socket?.close();
}

async function askForState(
  asker: Asker,
  form: (typeof FRAMES)[number],
  more: Looking & { readonly deviceId: string; readonly device: unknown },
): Promise<void> {
  const { deviceId, device, clock, signal } = more;
  const own = leavesOf(device).find(({ value }) => String(value).endsWith(deviceId));
  const value = own?.value ?? deviceId;
  const before = String(value).slice(0, -deviceId.length);
  const text =
    before === '' ? `$deviceId${typeof value === 'number' ? ':number' : ''}` : textAround(before, 'deviceId');
  const names = new Set([String(own?.at.at(-1) ?? 'deviceId'), 'deviceId', 'device_id', 'id', 'device']);
  for (const name of names) {
    const through = more.gated([shownAs(form), { [name]: text }]);
    const socket = through && (await connect(asker, { ...more, ...through }));
    if (!socket) continue;
    const frame = { ...form('device.state.get'), data: { [name]: value } };
    let reply = await socket.talk(frame);
    const wait = isObject(reply) ? secondsIn(reply['data']) * 1000 : 0;
    if (wait > 0 && wait <= LONGEST_WAIT) {
      await clock.sleep(wait, signal).catch(() => undefined);
      reply = await socket.talk(frame);
    }
    socket.close();
    asker.note('device.state.get', frame, reply, deviceId);
    if (!isObject(reply)) continue;
    if (reply['code'] === SUCCESS) return;
    for (const { at } of placesNamed(String(reply['message']), undefined))
      if (at[0] === 'data' && typeof at[1] === 'string' && names.size < MOST_TRIES * 2) names.add(at[1]);
  }
}

type TalkingSocket = NonNullable<Awaited<ReturnType<typeof connect>>>;

/** With each text of a ticket that may be the ticket itself. */
async function connect(asker: Asker, { transport, clock, signal }: Looking) {
  const ticket = await asker.ask('POST', '/ws/ticket', { body: {} });
  const texts = leavesOf(ticket.data).filter(({ value }) => typeof value === 'string');
  for (const { value } of byFit(texts, TICKET).slice(0, 3)) {
    const waiting = new Map<string, (frame: unknown) => void>();
    let isOpen = true;
    const within = new AbortController();
    const timer = clock.setTimer('a connection of a look', PATIENCE, () => within.abort());
    const opened = await transport.open(
      `${WEBSOCKET_PATH}?ticket=${urlPart(String(value))}`,
      {
        frame: (text) => {
          const frame = replyIn(text);
          const id = isObject(frame) ? frame['requestId'] : undefined;
          waiting.get(String(id))?.(frame);
        },
        closed: () => {
          isOpen = false;
          for (const each of waiting.values()) each(undefined);
        },
      },
      { signal: AbortSignal.any([within.signal, signal]) },
    );
    timer.cancel();
    asker.count();
    if (opened.kind === 'refused') continue;
    asker.opened(value);
    return {
      isOpen: (): boolean => isOpen,
      talk: (frame: Record<string, unknown>) =>
        talkOver(opened.socket, waiting, frame, { clock, number: asker.count() }),
      close: () => opened.socket.close(1000, ''),
    };
  }
  return undefined;
}

const TICKET = [/ticket/, /\b(session|token|key|auth)\b/];

function talkOver(
  socket: Socket,
  waiting: Map<string, (frame: unknown) => void>,
  frame: Record<string, unknown>,
  { clock, number }: { readonly clock: Clock; readonly number: number },
): Promise<unknown> {
  const requestId = `conform-look-${number}`;
  return new Promise((done) => {
    const timer = clock.setTimer('reply to a look', REPLY_WITHIN, () => settle(undefined));
    const settle = (reply: unknown): void => {
      timer.cancel();
      waiting.delete(requestId);
      done(reply);
    };
    waiting.set(requestId, settle);
    socket.send(JSON.stringify({ ...frame, requestId }));
  });
}

interface Answer {
  readonly reply?: HttpReply;
  readonly code?: string;
  readonly data?: unknown;
  readonly broken?: string;
}

type Asker = ReturnType<typeof createAsker>;

function createAsker(options: Looking) {
  const { clock, signal } = options;
  const evidence: DraftExchange[] = [];
  const until = clock.now() + LONGEST_LOOK;
  let requests = 0;
  let own: string | undefined;
  const isOver = (): boolean => requests >= MOST_REQUESTS || clock.now() > until || signal.aborted;
  const once = async ({ token = own, ...asked }: Asked): Promise<Answer> => {
    if (isOver()) return {};
    requests++;
    return askOnce(options, { ...asked, token }, Math.min(PATIENCE, until - clock.now()));
  };
  return {
    ask: async (method: string, place: string, more: Pick<Asked, 'body' | 'token'> = {}): Promise<Answer> => {
      const path = `${PATH_PREFIX}${place}`;
      const asked = { method, path, ...more };
      let answer = await once(asked);
      for (let tries = 1; tries < MOST_TRIES && isPassing(answer); tries++) {
        const wait = Math.max(500, secondsIn(answer.data) * 1000);
        if (wait > LONGEST_WAIT || clock.now() + wait > until) break;
        await clock.sleep(wait, signal).catch(() => undefined);
        answer = await once(asked);
      }
      const seen = seenIn(answer, method, path);
      // The token and its request hold secrets, and the interface shows all of them.
      if (seen && seen.what !== 'token.create')
        evidence.push(more.token === 'none' ? { ...seen, what: `${seen.what} without a token` } : seen);
      return answer;
    },
    use: (token: string): void => void (own = token),
    /** A frame and what came to it. */
    note: (what: string, request: unknown, reply: unknown, deviceId?: string): void => {
      if (!isObject(reply) || typeof reply['code'] !== 'string') return;
      const named: Record<string, string> = deviceId === undefined ? {} : { deviceId };
      const { code, data } = reply;
      evidence.push({ source: `the frame ${what}`, what, named, request, code, data });
    },
    opened: (ticket: unknown): void => {
      const at = evidence.findLastIndex(({ what }) => what === 'ticket.create');
      const exchange = evidence[at];
      if (exchange) evidence[at] = { ...exchange, named: { ticket: String(ticket) } };
    },
    count: (): number => ++requests,
    isOver,
    seen: (): Pick<Looked, 'evidence' | 'requests'> => ({ evidence, requests }),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string | undefined;
}

async function askOnce(
  { transport, clock, signal }: Looking,
  { method, path, body, token }: Asked,
  patience: number,
): Promise<Answer> {
  const within = new AbortController();
  const timer = clock.setTimer('a look', patience, () => within.abort());
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && token !== 'none' && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const outcome = await transport.http(
    { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
    { signal: AbortSignal.any([within.signal, signal]) },
  );
  timer.cancel();
  if (outcome.kind === 'broken')
    return {
      broken: within.signal.aborted
        ? `no whole answer came within ${formatDuration(patience)}`
        : outcome.detail,
    };
  const { reply } = outcome;
  const value = replyIn(reply.body);
  if (!isObject(value)) return { reply };
  const { code, data } = value;
  return { reply, ...(typeof code === 'string' && { code }), data };
}

function seenIn({ reply }: Answer, method: string, path: string): DraftExchange | undefined {
  const body = reply && replyIn(reply.body);
  if (body === undefined) return undefined;
  return seenExchange({ source: `${method} ${path}`, method, path, status: reply?.status ?? 0, body });
}

function isPassing({ reply, broken, code }: Answer): boolean {
  if (broken !== undefined) return true;
  return reply !== undefined && (reply.status === 429 || reply.status >= 500 || code === 'DEVICE_BUSY');
}

function secondsIn(data: unknown): number {
  const seconds = isObject(data) ? data['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' ? seconds : 0;
}

function stoppedBy({ reply, code, data, broken }: Answer, path: string): Looked['stopped'] {
  if (!reply) return { kind: 'unreachable', words: broken ?? 'nothing was asked' };
  if (isObject(data) && typeof data['accessToken'] === 'string') return undefined;
  const came = `${reply.status} ${code ?? 'and no envelope'}`;
  if (reply.status === 404)
    return { kind: 'not this', words: `there is no POST ${path} at this address: ${came}` };
  const answered = `POST ${path} is answered with ${came}, and not with an access token`;
  if (code === undefined || code === SUCCESS) return { kind: 'not this', words: answered };
  const seconds = secondsIn(data);
  const wait = seconds === 0 ? '' : `, with an announced wait of ${seconds} s`;
  const words = isPassing({ reply, code })
    ? `no access token is given at the moment: ${came}${wait}`
    : `the credentials are refused: ${came}`;
  return { kind: 'refused', words };
}
