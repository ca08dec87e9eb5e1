// Styles of the wire: legal ways to write headers, bodies and names.
import { STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import type { Decoration } from '../decoration.js';
import { type Json, dataOf, editFrames, editReplies } from '../wire/edit-messages.js';
import { editBoth } from './edit-both.js';
import type { Style } from './style.js';

// For styles of the announced delay: it may be longer than needed, and is the same on both channels.

interface Announced {
  /** For `data.retryAfterSeconds`. */
  readonly data: number;
  /** For the header `Retry-After`, in whole seconds. */
  readonly header: number;
}

/** @param change the delays to announce, from the seconds that are needed. */
export function announceDelays(change: (needed: number) => Announced): Pick<Decoration, 'rest' | 'session'> {
  const changed = (message: Json): { readonly message: Json; readonly header: string } | undefined => {
    const data = dataOf(message);
    const needed = data['retryAfterSeconds'];
    if (typeof needed !== 'number') return undefined;
    const announced = change(needed);
    return {
      message: { ...message, data: { ...data, retryAfterSeconds: announced.data } },
      header: String(announced.header),
    };
  };
  return {
    ...editReplies((body, { headers }) => {
      const edited = changed(body);
      if (!edited) return undefined;
      // Another style may have written its name in capitals.
      const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'retry-after');
      return {
        body: JSON.stringify(edited.message),
        headers: { ...Object.fromEntries(others), 'retry-after': edited.header },
      };
    }),
    ...editFrames((frame) => changed(frame)?.message),
  };
}

// Times on the wire are those of a clock that is behind, and that knows whole minutes only.

const MINUTE = 60_000;
/** Ms by which the clock is behind: a summer time that somebody forgot. */
const BEHIND = 3_600_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function coarseClock(): Style {
  return {
    id: 'coarse-clock',
    summary: 'Times of commands and events are an hour behind, and in whole minutes.',
    because: 'Fields of commands and events beyond those that are named, such as times, are not shown.',
    ...editBoth((message) => behind(message) as Json),
  };
}

function behind(value: unknown): unknown {
  if (typeof value === 'string')
    return MOMENT.test(value)
      ? new Date(Math.floor((Date.parse(value) - BEHIND) / MINUTE) * MINUTE).toISOString()
      : value;
  if (Array.isArray(value)) return value.map(behind);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, behind(each)]));
}

// The service of the day after the removal of the compatibility endpoint.

const SINGLE_RELAY = /\/devices\/[^/]+\/relays\/[^/]+\/commands$/;

export function compatibilityGone(): Style {
  let counted = 0;
  return {
    id: 'compatibility-gone',
    summary: 'The single-relay endpoint is not there any more.',
    because: 'It is a compatibility endpoint that is planned for removal, without a date.',
    rest: (next) => (request) => {
      const [path = ''] = request.target.split('?');
      if (!SINGLE_RELAY.test(path)) return next(request);
      const body = { code: 'NOT_FOUND', message: 'gone', requestId: `gone-${++counted}`, data: {} };
      return Promise.resolve({ status: 404, headers: {}, body: JSON.stringify(body) });
    },
  };
}

// Fields of a version to come, in every object of every reply.

export function extraFields(): Style {
  return {
    id: 'extra-fields',
    summary: 'Envelopes, data and the objects in it carry fields that the interface does not name.',
    because: 'Fields beyond those that are named are not shown, and new ones may be added.',
    ...editBoth((message) => (message['code'] === undefined ? undefined : (wider(message, 0) as Json))),
  };
}

/** Deeper than this lie the states of single channels. */
const DEEPEST = 3;

function wider(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => wider(each, depth + 1));
  const fields = Object.entries(value).map(([name, each]) => [name, wider(each, depth + 1)]);
  return { xSince: { version: 2 }, ...Object.fromEntries(fields), xNote: null };
}

// Header names in capitals.

export function headerCase(): Style {
  return {
    id: 'header-case',
    summary: 'Names of response headers are written in capitals.',
    because: 'Header names of HTTP have no case, and the interface adds nothing to that.',
    rest: (next) => async (request) => {
      const reply = await next(request);
      const headers = Object.entries({ 'x-served-by': 'edge-3', ...reply.headers });
      return {
        ...reply,
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), value])),
      };
    },
  };
}

// A connection for each request.

export function keepAliveOff(): Style {
  return {
    id: 'keep-alive-off',
    summary: 'Each REST connection is closed after its first response.',
    because: 'The interface promises one response to one request, and nothing of the connection after it.',
    rest: (next) => async (request) => {
      const reply = await next(request);
      return { ...reply, headers: { ...reply.headers, connection: 'close' } };
    },
  };
}

// Where there is nothing to say, there is no data.

export function noEmptyData(): Style {
  return {
    id: 'no-empty-data',
    summary: 'A reply whose data would be empty has no field data.',
    because: 'The content of data depends on the operation or error; where there is none, nothing is said.',
    ...editBoth(({ data, ...message }) => {
      const empty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
      return empty && message['type'] !== 'reply' ? message : undefined;
    }),
  };
}

// One REST request at a time for each access token: the next is rejected until the one under way has been answered.

export function oneRequestAtATime(): Style {
  let counted = 0;
  const rejected = (): string =>
    JSON.stringify({
      code: 'RATE_LIMITED',
      message: 'one at a time',
      requestId: `turn-${++counted}`,
      data: { retryAfterSeconds: 1 },
    });
  return {
    id: 'one-request-at-a-time',
    summary: 'While a REST request is under way, others with its access token are rejected for a second.',
    because: 'Quotas are not shown, and a rejection may come at any moment.',
    rest: (next) => {
      const underWay = new Set<string>();
      return async (request) => {
        const token = request.headers['authorization'];
        if (token === undefined) return next(request);
        if (underWay.has(token)) return { status: 429, headers: { 'retry-after': '1' }, body: rejected() };
        underWay.add(token);
        try {
          return await next(request);
        } finally {
          underWay.delete(token);
        }
      };
    },
  };
}

// Message texts that nobody could branch on.

const TEXTS = ['', 'Bitte später noch einmal versuchen.', 'OK', '請求無法處理', '{"not": "a code"}'];

export function otherMessages(): Style {
  let turn = 0;
  return {
    id: 'other-messages',
    summary: 'Messages of errors are empty, in other languages, or say OK.',
    because: 'Clients branch on code and never on message; only that of a success is stated.',
    ...editBoth((message) => {
      const { code } = message;
      if (code === undefined || code === SUCCESS) return undefined;
      return { ...message, message: TEXTS[turn++ % TEXTS.length] };
    }),
  };
}

// Codes of its own wherever the interface gives none.

const STATED = new Set<unknown>([SUCCESS, ...Object.keys(STATED_ERROR_CODES)]);

export function otherRefusalCodes(): Style {
  return {
    id: 'other-refusal-codes',
    summary: 'Refusals for which the interface gives no code have codes that no dialect lists.',
    because: 'The codes that go with 400, 404, 422 and 409 other than DEVICE_BUSY are not shown.',
    ...editBoth((message) => {
      const { code } = message;
      return typeof code !== 'string' || STATED.has(code) ? undefined : { ...message, code: `E_${code}_V2` };
    }),
  };
}

// JSON as a person would write it, with its keys the other way round.

export function prettyJson(): Style {
  return {
    id: 'pretty-json',
    summary: 'JSON is indented, and the fields of each object come in the reverse order.',
    because:
      'Bodies and frames are JSON, in which neither white space nor the order of fields means anything.',
    ...respelled,
  };
}

const respelled: Pick<Decoration, 'rest' | 'session'> = {
  rest: (next) => async (request) => {
    const reply = await next(request);
    return { ...reply, body: respell(String(reply.body)) };
  },
  session: (next) => (caller, socket) =>
    next(caller, { ...socket, send: (text, onSent) => socket.send(respell(text), onSent) }),
};

function respell(text: string): string {
  return `${JSON.stringify(reversed(JSON.parse(text)), null, 2)}\n`;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
  return Object.fromEntries(fields.toReversed());
}

// The requestId that the interface asks for in error bodies, in all bodies.

export function requestIdInSuccesses(): Style {
  let counted = 0;
  return {
    id: 'request-id-in-successes',
    summary: 'Success bodies of REST carry a requestId, too.',
    because: 'requestId is said to be present in error bodies; of success bodies nothing is said.',
    ...editReplies((body) =>
      body['requestId'] === undefined
        ? { body: JSON.stringify({ requestId: `s-${++counted}`, ...body }) }
        : undefined,
    ),
  };
}
