// Styles of the wire: legal ways to write headers, bodies and names.
import { STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import type { Edge } from '../edge/edge.js';
import { both, dataOf, frames, type Json, replies, texts } from '../edge/helpers.js';
import { styles } from './style.js';

const MINUTE = 60_000;
/** Ms by which the clock is behind: a summer time that somebody forgot. */
const BEHIND = 3_600_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const SINGLE_RELAY = /\/devices\/[^/]+\/relays\/[^/]+\/commands$/;

/** Message texts that nobody could branch on. */
const MESSAGES = ['', 'Bitte später noch einmal versuchen.', 'OK', '請求無法處理', '{"not": "a code"}'];

const STATED = new Set<unknown>([SUCCESS, ...Object.keys(STATED_ERROR_CODES)]);

export const WIRE_STYLES = styles({
  // Times on the wire are those of a clock that is behind, and that knows whole minutes only.
  'coarse-clock': {
    summary: 'Times of commands and events are an hour behind, and in whole minutes.',
    because: 'Fields of commands and events beyond those that are named, such as times, are not shown.',
    edge: both((message) => behind(message) as Json),
  },
  // The service of the day after the removal of the compatibility endpoint.
  'compatibility-gone': {
    summary: 'The single-relay endpoint is not there any more.',
    because: 'It is a compatibility endpoint that is planned for removal, without a date.',
    edge: () => {
      let counted = 0;
      return {
        rest: (request, next) => {
          const [path = ''] = request.target.split('?');
          if (!SINGLE_RELAY.test(path)) return next(request);
          const body = { code: 'NOT_FOUND', message: 'gone', requestId: `gone-${++counted}`, data: {} };
          return Promise.resolve({ status: 404, headers: {}, body: JSON.stringify(body) });
        },
      };
    },
  },
  // Fields of a version to come, in every object of every reply.
  'extra-fields': {
    summary: 'Envelopes, data and the objects in it carry fields that the interface does not name.',
    because: 'Fields beyond those that are named are not shown, and new ones may be added.',
    edge: both((message) => (message['code'] === undefined ? undefined : (wider(message, 0) as Json))),
  },
  // Announced delays with fractions of a second; the header, which has none, is rounded up.
  'fractional-delays': {
    summary: 'retryAfterSeconds has fractions of a second; Retry-After is the same, rounded up.',
    because: 'retryAfterSeconds is a number of seconds; only the header is bound to whole ones, by HTTP.',
    edge: announcedDelays((needed) => ({ data: needed + 0.4, header: needed + 1 })),
  },
  // Announced delays that are longer than needed.
  'generous-delays': {
    summary: 'A rejection announces three seconds more than are needed.',
    because: 'The actual delay is the one announced; after it the request is served, and sooner it may be.',
    edge: announcedDelays((needed) => ({ data: needed + 3, header: needed + 3 })),
  },
  // Header names in capitals.
  'header-case': {
    summary: 'Names of response headers are written in capitals.',
    because: 'Header names of HTTP have no case, and the interface adds nothing to that.',
    edge: headers((before) => {
      const all = Object.entries({ 'x-served-by': 'edge-3', ...before });
      return Object.fromEntries(all.map(([name, value]) => [name.toUpperCase(), value]));
    }),
  },
  // A connection for each request.
  'keep-alive-off': {
    summary: 'Each REST connection is closed after its first response.',
    because: 'The interface promises one response to one request, and nothing of the connection after it.',
    edge: headers((before) => ({ ...before, connection: 'close' })),
  },
  // Where there is nothing to say, there is no data.
  'no-empty-data': {
    summary: 'A reply whose data would be empty has no field data.',
    because: 'The content of data depends on the operation or error; where there is none, nothing is said.',
    edge: both(({ data, ...message }) => {
      const empty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
      return empty && message['type'] !== 'reply' ? message : undefined;
    }),
  },
  // One REST request at a time for each access token: the next is rejected until the one under way has been answered.
  'one-request-at-a-time': {
    summary: 'While a REST request is under way, others with its access token are rejected for a second.',
    because: 'Quotas are not shown, and a rejection may come at any moment.',
    edge: oneAtATime,
  },
  // What is empty is not written, as some languages do by themselves.
  'nothing-for-none': {
    summary: 'Empty lists of channels are left out, or null.',
    because: 'How a device shows its channels is not shown, and so it is open how it shows that it has none.',
    edge: () => {
      let turn = 0;
      return both((message) => withoutEmpty(message, turn++ % 2 === 0) as Json);
    },
  },
  'other-messages': {
    summary: 'Messages of errors are empty, in other languages, or say OK.',
    because: 'Clients branch on code and never on message; only that of a success is stated.',
    edge: () => {
      let turn = 0;
      return both((message) => {
        const { code } = message;
        if (code === undefined || code === SUCCESS) return undefined;
        return { ...message, message: MESSAGES[turn++ % MESSAGES.length] };
      });
    },
  },
  // Codes of its own wherever the interface gives none.
  'other-refusal-codes': {
    summary: 'Refusals for which the interface gives no code have codes that no dialect lists.',
    because: 'The codes that go with 400, 404, 422 and 409 other than DEVICE_BUSY are not shown.',
    edge: both((message) => {
      const { code } = message;
      return typeof code !== 'string' || STATED.has(code) ? undefined : { ...message, code: `E_${code}_V2` };
    }),
  },
  // JSON as a person would write it, with its keys the other way round.
  'pretty-json': {
    summary: 'JSON is indented, and the fields of each object come in the reverse order.',
    because:
      'Bodies and frames are JSON, in which neither white space nor the order of fields means anything.',
    edge: {
      ...replies((_, { body }) => ({ body: respelled(String(body)) })),
      ...texts(() => ({ sent: (text, pass) => pass(respelled(text)) })),
    },
  },
  // The requestId that the interface asks for in error bodies, in all bodies.
  'request-id-in-successes': {
    summary: 'Success bodies of REST carry a requestId, too.',
    because: 'requestId is said to be present in error bodies; of success bodies nothing is said.',
    edge: () => {
      let counted = 0;
      return replies((body) =>
        body['requestId'] === undefined
          ? { body: JSON.stringify({ requestId: `s-${++counted}`, ...body }) }
          : undefined,
      );
    },
  },
});

/** The lists that the interface names come also when they are empty. */
const NAMED_LISTS = new Set(['devices', 'profiles', 'scopes', 'changes']);

function withoutEmpty(value: unknown, leavesOut: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutEmpty(each, leavesOut));
  if (!isObject(value)) return value;
  const isNone = (name: string, each: unknown): boolean =>
    Array.isArray(each) && each.length === 0 && !NAMED_LISTS.has(name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): (readonly [string, unknown])[] => {
      if (!isNone(name, each)) return [[name, withoutEmpty(each, leavesOut)]];
      return leavesOut ? [] : [[name, null]];
    }),
  );
}

interface Announced {
  /** For `data.retryAfterSeconds`. */
  readonly data: number;
  /** For the header `Retry-After`, in whole seconds. */
  readonly header: number;
}

/** The same on both channels. @param change the delays to announce, from the seconds that are needed. */
function announcedDelays(change: (needed: number) => Announced): Edge {
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
    ...replies((body, reply) => {
      const edited = changed(body);
      if (!edited) return undefined;
      // Another style may have written its name in capitals.
      const others = Object.entries(reply.headers).filter(([name]) => name.toLowerCase() !== 'retry-after');
      return {
        body: JSON.stringify(edited.message),
        headers: { ...Object.fromEntries(others), 'retry-after': edited.header },
      };
    }),
    ...frames((frame) => changed(frame)?.message),
  };
}

type Headers = Readonly<Record<string, string>>;

/** Of all replies. */
function headers(change: (before: Headers) => Headers): Edge {
  return replies((_, reply) => ({ headers: change(reply.headers) }));
}

function oneAtATime(): Edge {
  const underWay = new Set<string>();
  let counted = 0;
  const rejected = (): string =>
    JSON.stringify({
      code: 'RATE_LIMITED',
      message: 'one at a time',
      requestId: `turn-${++counted}`,
      data: { retryAfterSeconds: 1 },
    });
  return {
    rest: async (request, next) => {
      const token = request.headers['authorization'];
      if (token === undefined) return next(request);
      if (underWay.has(token)) return { status: 429, headers: { 'retry-after': '1' }, body: rejected() };
      underWay.add(token);
      try {
        return await next(request);
      } finally {
        underWay.delete(token);
      }
    },
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

/** Deeper than this lie the states of single channels. */
const DEEPEST = 3;

function wider(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => wider(each, depth + 1));
  const fields = Object.entries(value).map(([name, each]) => [name, wider(each, depth + 1)]);
  return { xSince: { version: 2 }, ...Object.fromEntries(fields), xNote: null };
}

function respelled(text: string): string {
  return `${JSON.stringify(reversed(JSON.parse(text)), null, 2)}\n`;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
  return Object.fromEntries(fields.toReversed());
}
