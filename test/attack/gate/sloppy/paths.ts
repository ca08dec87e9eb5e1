// All routes that a sloppy server sees in a request: paths in any encoding and from any header, and methods.
import { percentDecoded } from './texts.js';

const PATH_HEADERS = [
  'x-original-url',
  'x-rewrite-url',
  'x-forwarded-uri',
  'x-forwarded-path',
  'x-original-uri',
  'content-location',
  'x-http-path',
];

/** Segments of each path, without the empty ones. */
export function routesOf(
  path: string,
  headers: Readonly<Record<string, string>>,
): readonly (readonly string[])[] {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const given = PATH_HEADERS.flatMap((name) => (lower[name] === undefined ? [] : [lower[name]]));
  const prefix = lower['x-forwarded-prefix'];
  const first = [path, ...given, ...(prefix === undefined ? [] : [prefix + path, prefix])];
  const texts = new Set(first);
  for (const text of first) {
    let decoded = text;
    for (let round = 0; round < 3; round++) texts.add((decoded = percentDecoded(decoded)));
  }
  const routes = new Map<string, readonly string[]>();
  for (const text of texts)
    for (const seen of cuts(text)) {
      const segments = walked(seen);
      routes.set(segments.join('\n'), segments);
    }
  return [...routes.values()];
}

function cuts(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll('\\', '/')
    .replace(/[\t\r\n\u200b\u00ad]/g, '');
  const whole = plain.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return [
    whole,
    whole.split('?')[0] ?? '',
    whole.split('#')[0] ?? '',
    whole.split('\0')[0] ?? '',
    (whole.split(/[?#\0]/)[0] ?? '').replace(/;[^/]*/g, ''),
    whole.split(';')[0] ?? '',
    whole.replace(/\?[^/]*/g, ''),
  ];
}

function walked(path: string): readonly string[] {
  const segments: string[] = [];
  for (const part of path.split('/')) {
    const segment = part.trim().replace(/(?<=[^.])[.\s]+$/, '');
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

const METHOD_HEADERS = ['x-http-method', 'x-http-method-override', 'x-method-override', 'x-method'];

/** In upper case. @param fields of the query and of the body that could be one, by name. */
export function methodsOf(
  method: string,
  headers: Readonly<Record<string, string>>,
  fields: readonly (readonly [string, string])[],
): readonly string[] {
  const overrides = Object.entries(headers)
    .filter(([name]) => METHOD_HEADERS.includes(name.toLowerCase()))
    .map(([, value]) => value);
  const inFields = fields.filter(([name]) => name === 'method').map(([, value]) => value);
  return [...new Set([method, ...overrides, ...inFields].map((each) => each.trim().toUpperCase()))];
}
