// Other spellings of a route: of its path, of its method, and through headers.
import type { RandomStream } from '../../../../src/kernel/random.js';
import { BENCH, CABINET, type Draft, FURNACE, MANAGED, pick } from './draft.js';

export type Mutation = (draft: Draft, random: RandomStream) => Draft;

const onPath =
  (change: (path: string, random: RandomStream) => string): Mutation =>
  (draft, random) =>
    draft.channel === 'rest' ? { ...draft, path: change(draft.path, random) } : draft;

const withHeader =
  (
    headers: (draft: Draft, random: RandomStream) => Readonly<Record<string, string>>,
    rest: Partial<Draft> = {},
  ): Mutation =>
  (draft, random) =>
    draft.channel === 'rest'
      ? { ...draft, ...rest, headers: { ...draft.headers, ...headers(draft, random) } }
      : draft;

/** Replaces some letters or digits of the text, or all of them. */
function someOf(text: string, random: RandomStream, change: (letter: string) => string): string {
  const all = random.chance(0.2);
  const count = random.integer(1, 3);
  const places = [...text].flatMap((letter, at) => (/[a-z0-9.-]/i.test(letter) ? [at] : []));
  if (places.length === 0) return text;
  const chosen = new Set(all ? places : Array.from({ length: count }, () => pick(random, places)));
  return [...text].map((letter, at) => (chosen.has(at) ? change(letter) : letter)).join('');
}

const hex = (code: number): string => code.toString(16).padStart(2, '0');
const percent = (letter: string): string => `%${hex(letter.charCodeAt(0))}`;

/** Only what follows the prefix, so that something is left to route by. */
const tailOf = (path: string, change: (tail: string) => string): string => {
  const at = path.indexOf('/devices');
  return at < 0 ? change(path) : path.slice(0, at + 1) + change(path.slice(at + 1));
};

const between = (path: string, random: RandomStream, what: string): string => {
  const slashes = [...path].flatMap((sign, at) => (sign === '/' ? [at] : []));
  const at = pick(random, slashes.length > 0 ? slashes : [0]);
  return path.slice(0, at) + what + path.slice(at);
};

const IDS = [BENCH.deviceId, CABINET.deviceId, FURNACE.deviceId, MANAGED.deviceId];

export const PATH_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'percent encoding': onPath((path, random) => tailOf(path, (tail) => someOf(tail, random, percent))),
  'percent encoding, upper case': onPath((path, random) =>
    tailOf(path, (tail) => someOf(tail, random, (l) => percent(l).toUpperCase())),
  ),
  'percent encoding of percent signs': onPath((path) => path.replaceAll('%', '%25')),
  'encoded slashes': onPath((path, random) =>
    tailOf(path, (tail) => tail.replaceAll('/', pick(random, ['%2f', '%2F', '%252f', '%5c', '%c0%af']))),
  ),
  'overlong encoding': onPath((path, random) =>
    tailOf(path, (tail) =>
      someOf(tail, random, (l) => {
        const code = l.charCodeAt(0);
        return `%${hex(0xc0 | (code >> 6))}%${hex(0x80 | (code & 63))}`;
      }),
    ),
  ),
  'u encoding': onPath((path, random) =>
    tailOf(path, (tail) => someOf(tail, random, (l) => `%u00${hex(l.charCodeAt(0))}`)),
  ),
  'letter case': onPath((path, random) =>
    tailOf(path, (tail) => someOf(tail, random, (l) => l.toUpperCase())),
  ),
  'full width': onPath((path, random) =>
    tailOf(path, (tail) => someOf(tail, random, (l) => String.fromCharCode(l.charCodeAt(0) + 0xfee0))),
  ),
  'encoded full width': onPath((path, random) =>
    tailOf(path, (tail) =>
      someOf(tail, random, (l) => encodeURIComponent(String.fromCharCode(l.charCodeAt(0) + 0xfee0))),
    ),
  ),
  'dot segments': onPath((path, random) =>
    between(path, random, pick(random, ['/.', '/x/..', '/%2e', '/a/b/../..', '/%2e%2e/svc'])),
  ),
  'empty segments': onPath((path, random) => between(path, random, pick(random, ['/', '//', '/%20']))),
  'segment parameters': onPath((path, random) =>
    between(path, random, pick(random, [';a=b', ';3', ';jsessionid=1', '%3b3'])),
  ),
  backslashes: onPath((path, random) =>
    tailOf(path, (tail) => tail.replaceAll('/', random.chance(0.5) ? '\\' : '%5C')),
  ),
  'something after the path': onPath(
    (path, random) =>
      path +
      pick(random, [
        '/',
        '//',
        '%00',
        '%00.json',
        '#',
        '#x',
        '?',
        '?x=1',
        '%20',
        '.',
        '.json',
        '%09',
        ';x',
        '/..;/commands',
      ]),
  ),
  'control characters': onPath((path, random) =>
    tailOf(path, (tail) => {
      const at = random.integer(1, Math.max(1, tail.length - 1));
      return (
        tail.slice(0, at) + pick(random, ['%09', '%0a', '%0d', '%00', '%E2%80%8B', '%C2%AD']) + tail.slice(at)
      );
    }),
  ),
  'a way around an invented device': onPath((path, random) =>
    path.replace(
      '/devices/',
      pick(random, [
        '/devices/conform-no-such-a/../',
        '/devices/conform-no-such-a%2f..%2f',
        '/devices/conform-no-such-a/%2e%2e/',
        '/devices/conform-no-such-a/..%2f',
        '/devices/conform-no-such-a\\..\\',
      ]),
    ),
  ),
  'an invented device before it': onPath((path) => path.replace('/devices/', '/devices/conform-no-such-')),
  'absolute form': onPath((path) => `http://target.test${path}`),
  'another device': onPath((path, random) =>
    IDS.reduce((text, id) => text.replace(id, pick(random, IDS)), path),
  ),
  'a device in base64': onPath((path) =>
    IDS.reduce((text, id) => text.replace(id, Buffer.from(id).toString('base64').replace(/=+$/, '')), path),
  ),
  'every device': onPath((path, random) =>
    IDS.reduce(
      (text, id) => text.replace(id, pick(random, ['*', 'all', '%2a', 'any', '%20', 'null', '1', '3'])),
      path,
    ),
  ),
  'another relay in the path': onPath((path, random) =>
    path.replace(
      /relays\/\d+/,
      `relays/${pick(random, ['3', '03', '3.0', '0x3', '%33', '３', '%D9%A3', '3;1', '1%003', '1,3', '*', 'all', '-1', '3e0', '1%0a3', '1%2f..%2f3'])}`,
    ),
  ),
  'another method by header': withHeader(
    (draft, random) => ({
      [pick(random, [
        'X-HTTP-Method-Override',
        'x-http-method',
        'X-Method-Override',
        'x-hTTp-mEthod-override',
      ])]: draft.method,
    }),
    { method: 'POST' },
  ),
  'GET and a header': withHeader(
    (draft, random) => ({ [pick(random, ['X-HTTP-Method-Override', 'X-HTTP-Method'])]: draft.method }),
    { method: 'GET' },
  ),
  'GET with a body': (draft) => (draft.channel === 'rest' ? { ...draft, method: 'GET' } : draft),
  'method by a field of the query': (draft) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          method: 'POST',
          path: `${draft.path}${draft.path.includes('?') ? '&' : '?'}_method=${draft.method}`,
        }
      : draft,
  'method by a field of the body': (draft) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          method: 'POST',
          body:
            draft.body === ''
              ? `_method=${draft.method}`
              : draft.body.replace(/^\{/, `{"_method":"${draft.method}",`),
        }
      : draft,
  'method in another case': (draft, random) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          method: random.chance(0.5)
            ? draft.method.toLowerCase()
            : `${draft.method[0]}${draft.method.slice(1).toLowerCase()}`,
        }
      : draft,
  'another method': (draft, random) =>
    draft.channel === 'rest'
      ? { ...draft, method: pick(random, ['PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS']) }
      : draft,
  'path by a header': (draft, random) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          path: pick(random, [
            '/svc/v1/devices',
            '/svc/v1/auth/token',
            '/svc/v1/devices/conform-no-such-a/relays/commands',
            '/',
          ]),
          headers: {
            ...draft.headers,
            [pick(random, [
              'X-Original-URL',
              'X-Rewrite-URL',
              'X-Forwarded-Uri',
              'x-forwarded-path',
              'Content-Location',
            ])]: draft.path,
          },
        }
      : draft,
  'prefix by a header': (draft, random) => {
    if (draft.channel !== 'rest') return draft;
    const at = draft.path.indexOf('/', random.integer(2, Math.max(2, draft.path.length - 2)));
    if (at < 0) return draft;
    return {
      ...draft,
      path: draft.path.slice(at),
      headers: { ...draft.headers, 'X-Forwarded-Prefix': draft.path.slice(0, at) },
    };
  },
  'another host': withHeader(() => ({ Host: 'real.test' })),
  'the body in the query': (draft) =>
    draft.channel === 'rest' && draft.body !== ''
      ? {
          ...draft,
          path: `${draft.path}?${new URLSearchParams(Object.entries(fieldsOf(draft.body))).toString()}`,
          body: '',
        }
      : draft,
};

/** The fields of a flat or once nested body, by names with brackets. */
export function fieldsOf(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const add = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) add(each, name === '' ? key : `${name}[${key}]`);
    else fields[name] = String(value);
  };
  try {
    add(JSON.parse(body), '');
  } catch {
    fields['body'] = body;
  }
  return fields;
}
