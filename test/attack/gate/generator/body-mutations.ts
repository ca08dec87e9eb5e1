// Other spellings of a document: of a body, or of a frame.
import type { RandomStream } from '../../../../src/kernel/random.js';
import { FURNACE, pick } from './draft.js';
import { fieldsOf, type Mutation } from './path-mutations.js';

export const onBody =
  (change: (body: string, random: RandomStream) => string): Mutation =>
  (draft, random) =>
    draft.body === '' ? draft : { ...draft, body: change(draft.body, random) };

const typed =
  (type: string, change: (body: string, random: RandomStream) => string): Mutation =>
  (draft, random) =>
    draft.channel === 'ws' || draft.body === ''
      ? onBody(change)(draft, random)
      : { ...draft, headers: { ...draft.headers, 'content-type': type }, body: change(draft.body, random) };

export const parsed = (body: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Changes the object that holds the parameters. */
export const onParams =
  (change: (params: Record<string, unknown>, random: RandomStream) => unknown): Mutation =>
  (draft, random) => {
    const whole = parsed(draft.body);
    if (!whole) return draft;
    const data = whole['data'] as { operation?: { params?: Record<string, unknown> } } | undefined;
    if (draft.channel === 'ws') {
      if (!data?.operation?.params) return draft;
      data.operation.params = change(data.operation.params, random) as Record<string, unknown>;
      return { ...draft, body: JSON.stringify(whole) };
    }
    return { ...draft, body: JSON.stringify(change(whole, random)) };
  };

const inWord = (body: string, random: RandomStream, change: (letter: string) => string): string => {
  const places = [...body.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  if (places.length === 0) return body;
  const chosen = new Set(Array.from({ length: random.integer(1, 4) }, () => pick(random, places)));
  return [...body].map((letter, at) => (chosen.has(at) ? change(letter) : letter)).join('');
};

export const BODY_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'byte order mark': onBody((body) => `\ufeff${body}`),
  comments: onBody((body, random) =>
    body.replace(
      /[:,{[]/,
      (sign) => `${sign}${pick(random, ['/* x */', '// x\n', '# x\n', '/*"*/', '<!-- 1 -->'])}`,
    ),
  ),
  'trailing commas': onBody((body) => body.replace(/([}\]])/g, ',$1')),
  'single quotes': onBody((body) => body.replaceAll('"', "'")),
  'curly quotes': onBody((body) => body.replace(/"([^"]*)"/g, '\u201c$1\u201d')),
  'bare keys': onBody((body) => body.replace(/"(\w+)":/g, '$1:')),
  'bare words': onBody((body) => body.replaceAll('"', '')),
  'white space': onBody((body, random) =>
    body.replace(/([:,])/g, `$1${pick(random, [' ', '\n', '\t', '\u00a0', '\r\n'])}`),
  ),
  'keys in another order': onParams((params) => Object.fromEntries(Object.entries(params).toReversed())),
  'a key twice, the real one last': onBody((body, random) =>
    body.replace(
      /"(index|action|data|deviceId|relays|durationMs)":/,
      (whole, key: string) =>
        `"${key}":${pick(random, ['1', '"on"', '"01ff"', '"bench-7"', '[]', '"conform-no-such-a"'])},${whole}`,
    ),
  ),
  'a key twice, the real one first': onBody((body, random) =>
    body.replace(
      /"(index|action|data|deviceId)":("[^"]*"|\d+)/,
      (whole, key: string) =>
        `${whole},"${key}":${pick(random, ['1', '"on"', '"01ff"', '"bench-7"', '"conform-no-such-a"'])}`,
    ),
  ),
  'another key twice': onBody((body, random) =>
    body.replace(
      /"(\w+)":/,
      `"${pick(random, ['index', 'relays', 'data', 'deviceId', 'x'])}":${pick(random, ['3', '[{"index":3,"action":"on"}]', '"ff"', `"${FURNACE.deviceId}"`])},"$1":`,
    ),
  ),
  'nested under a key': onBody(
    (body, random) => `{"${pick(random, ['data', 'request', 'params', 'body', 'payload', 'x'])}":${body}}`,
  ),
  'deeply nested': onBody((body, random) => {
    const depth = random.integer(2, 40);
    return `${'{"a":'.repeat(depth)}${body}${'}'.repeat(depth)}`;
  }),
  'in a list': onBody((body) => `[${body}]`),
  'two values': onBody((body, random) =>
    pick(random, [`{}${body}`, `${body}${body}`, `{"relays":[]}\n${body}`, `null ${body}`, `[],${body}`]),
  ),
  'a text of JSON': onBody((body) => JSON.stringify(body)),
  'a text of JSON under a key': onBody((body, random) =>
    JSON.stringify({ [pick(random, ['data', 'json', 'payload'])]: body }),
  ),
  'escapes in words': onBody((body, random) =>
    inWord(body, random, (l) => `\\u00${l.charCodeAt(0).toString(16)}`),
  ),
  'double escapes': onBody((body) => body.replaceAll('\\u', '\\\\u')),
  'hex escapes': onBody((body, random) => inWord(body, random, (l) => `\\x${l.charCodeAt(0).toString(16)}`)),
  'letter case': onBody((body, random) => inWord(body, random, (l) => l.toUpperCase())),
  'all in capitals': onBody((body) => body.toUpperCase()),
  'full width': onBody((body, random) =>
    inWord(body, random, (l) => String.fromCharCode(l.charCodeAt(0) + 0xfee0)),
  ),
  'invisible letters': onBody((body, random) =>
    inWord(body, random, (l) => `${l}${pick(random, ['\u200b', '\u00ad', '\u2060', '\ufeff'])}`),
  ),
  'zeros between': onBody((body, random) => {
    const big = random.chance(0.5);
    return [...body].map((l) => (big ? `\0${l}` : `${l}\0`)).join('');
  }),
  'a zero at the end': onBody((body) => `${body}\0{"x":1}`),
  'UTF-7': onBody((body) =>
    body.replace(/[{}":[\]]/g, (sign) => {
      const bytes = Buffer.from(sign, 'utf16le').swap16();
      return `+${bytes.toString('base64').replace(/=+$/, '')}-`;
    }),
  ),
  'UTF-7 as a charset': typed('application/json; charset=utf-7', (body) =>
    body.replace(/[a-z]/g, (sign) => {
      const bytes = Buffer.from(sign, 'utf16le').swap16();
      return `+${bytes.toString('base64').replace(/=+$/, '')}-`;
    }),
  ),
  'another charset': typed('application/json; charset=utf-16', (body) =>
    [...body].map((l) => `${l}\0`).join(''),
  ),
  'a form': typed('application/x-www-form-urlencoded', (body) =>
    new URLSearchParams(fieldsOf(body)).toString(),
  ),
  'a form, as it comes': onBody((body) =>
    Object.entries(fieldsOf(body))
      .map((pair) => pair.join('='))
      .join('&'),
  ),
  parts: typed(
    'multipart/form-data; boundary=b',
    (body) =>
      `${Object.entries(fieldsOf(body))
        .map(
          ([name, value]) =>
            `--b\r\nContent-Disposition: form-data; name="${name.replace(/.*\[/, '').replace(']', '')}"\r\n\r\n${value}\r\n`,
        )
        .join('')}--b--\r\n`,
  ),
  'a part of JSON': typed(
    'multipart/form-data; boundary=b',
    (body) => `--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n${body}\r\n--b--\r\n`,
  ),
  'quoted printable': onBody((body, random) =>
    inWord(body, random, (l) => `=${l.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  base64: onBody((body) => Buffer.from(body).toString('base64')),
  'base64 as a text': onBody((body) => JSON.stringify(Buffer.from(body).toString('base64'))),
  'a batch': (draft) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          method: 'POST',
          path: '/svc/v1/batch',
          body: JSON.stringify([
            { method: draft.method, path: draft.path, body: parsed(draft.body) ?? draft.body },
          ]),
        }
      : { ...draft, body: `[${draft.body},${draft.body}]` },
  'a request in a request': (draft) =>
    draft.channel === 'rest'
      ? {
          ...draft,
          method: 'GET',
          path: '/svc/v1/devices',
          headers: { accept: 'application/json' },
          body: `${draft.method} ${draft.path} HTTP/1.1\r\nHost: a\r\n\r\n${draft.body}`,
        }
      : draft,
  'a letter less': onBody((body, random) => {
    const at = random.integer(0, Math.max(0, body.length - 1));
    return body.slice(0, at) + body.slice(at + 1);
  }),
  'the beginning only': onBody((body, random) => body.slice(0, random.integer(1, Math.max(1, body.length)))),
  'a letter more': onBody((body, random) => {
    const at = random.integer(0, body.length);
    return (
      body.slice(0, at) +
      pick(random, ['"', '{', '}', ',', ':', '[', ']', '\\', '3', ' ', '\n', '\u0000']) +
      body.slice(at)
    );
  }),
};
