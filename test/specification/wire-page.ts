// How an exchange is written on docs/wire.md.

export const HEADERS_SHOWN = ['authorization', 'idempotency-key', 'content-type', 'retry-after'];

const WIDTH = 100;

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Came {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Access tokens and tickets are long, and other ones at each start. */
const SECRET = /\b(at-|wst-)[a-z0-9]{12,}/g;

/** @param sent undefined for what comes unasked. */
export function section(title: string, sent: Sent | undefined, came: Came): string {
  const blocks = [
    ...(sent ? [fence([line(sent), ...headers(sent.headers), pretty(sent.body)])] : []),
    fence([
      ...(came.status === undefined ? [] : [`HTTP/1.1 ${came.status}`]),
      ...headers(came.headers),
      pretty(came.body),
    ]),
  ];
  return `### ${title}\n\n${blocks.join('\n\n')}\n`.replaceAll(SECRET, '$1…');
}

function line({ method, target }: Sent): string {
  return method === undefined ? '' : `${method} ${target}`;
}

function headers(given: Readonly<Record<string, string>> = {}): string[] {
  return HEADERS_SHOWN.flatMap((name) => (given[name] === undefined ? [] : [`${name}: ${given[name]}`]));
}

function pretty(body: string): string {
  return body === '' ? '' : written(JSON.parse(body), '');
}

/** What fits a line stands on one. */
function written(value: unknown, indent: string): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + short.length <= WIDTH) return short;
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([key, each]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${written(each, inner)}`,
  );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

function fence(lines: readonly string[]): string {
  return ['```http', ...lines.filter((each) => each !== ''), '```'].join('\n');
}
