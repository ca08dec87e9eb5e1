// `http: POST /svc/v1/auth/token` sends a request spelled out by hand, for malformed input.
import * as z from 'zod';
import { type Endpoint, ENDPOINT_NAMES, ENDPOINTS } from '../../../contract/endpoints.js';
import type { Feature } from '../../../contract/features.js';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';

const LINE = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) (\/\S*)$/;

/** What a server has to have for the endpoints with this path, with this method. */
function featuresOfPath(line: string): readonly Feature[] {
  const [, method = '', path = ''] = LINE.exec(line) ?? [];
  return ENDPOINT_NAMES.flatMap((name): Feature[] => {
    const endpoint: Endpoint = ENDPOINTS[name];
    const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
    return endpoint.feature && endpoint.method === method && pattern.test(path) ? [endpoint.feature] : [];
  });
}

/** In characters. */
const LONGEST_PADDING = 4_000_000;

/** In characters; the gate looks at all of a path. */
const LONGEST_PATH = 20_000;
const MOST_HEADERS = 500;
/** What the gate lets through in any number. */
const SEGMENT = '/path';

function meaningless(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-path-${at + 1}`, 'path']));
}

export const http = defineRequest({
  name: 'http',
  summary: 'Sends an HTTP request as written, in the names of the wire.',
  schema: z.strictObject({
    http: z.string().regex(LINE, 'expected a method and a path, as in GET /svc/v1/devices'),
    headers: z.record(z.string(), z.string()).optional().describe('headers of the request'),
    body: z.unknown().optional().describe('a text goes out as it is, anything else as JSON'),
    padding: z
      .int()
      .positive()
      .max(LONGEST_PADDING)
      .optional()
      .describe('so many spaces are added to the body, for one that is too large'),
    lengthen: z
      .int()
      .positive()
      .max(LONGEST_PATH)
      .optional()
      .describe('the path is made longer by so many characters at least, for one that is too long'),
    moreHeaders: z
      .int()
      .positive()
      .max(MOST_HEADERS)
      .optional()
      .describe('so many header fields are added that mean nothing'),
    bodyAs: z
      .enum(['pieces', 'bytes', 'halves'])
      .optional()
      .describe(
        'send the body in chunks, with a byte for each character, as in a text that is not UTF-8, or its second half later',
      ),
    ...requesting,
  }),
  channels: ['rest'],
  capabilitiesOf: ({ http: line }) => featuresOfPath(line),
  request: ({ http: line, headers, body, padding = 0, bodyAs, lengthen = 0, moreHeaders = 0 }) => {
    const [, method = 'GET', path = '/'] = LINE.exec(line) ?? [];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const all = { ...headers, ...meaningless(moreHeaders) };
    return {
      call: {
        name: 'http',
        method,
        path: path + SEGMENT.repeat(Math.ceil(lengthen / SEGMENT.length)),
        ...(headers || moreHeaders > 0 ? { headers: all } : {}),
        ...(body === undefined ? {} : { body: text + ' '.repeat(padding) }),
        ...(bodyAs && { bodyAs }),
      },
    };
  },
});
