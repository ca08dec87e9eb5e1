// What is wrong with a day on which the client could not be judged, or not to the end: a verdict of that day.
import { placedEndpoint } from '../../contract/endpoints.js';
import { PATH_PREFIX } from '../../contract/limits.js';
import type { ClientExchange } from '../traffic/traffic.js';
import type { LivedDay } from './lived-day.js';

export interface Trouble {
  readonly kind:
    | 'not started'
    | 'ended at once'
    | 'never called'
    | 'no HTTP'
    | 'other dialect'
    | 'other credentials'
    | 'flood'
    | 'service gone'
    | 'interrupted'
    | 'bug';
  /** What happened, and what to do. */
  readonly words: string;
}

/** A process that ends sooner had nothing to do, in ms. */
const AT_ONCE = 5000;
const NO_HTTP =
  'the client connected and sent no request that is HTTP: where it speaks TLS, audit it with --tls';
/** Fewer requests say little of how a client speaks. */
const MOST_NAMED = 3;

/** Whether what was seen on the day can be judged all the same. */
export function canBeJudged(lived: LivedDay): boolean {
  const kind = troubleOf(lived)?.kind;
  // What was refused for good must not be repeated, credentials included.
  return kind === undefined || kind === 'flood' || kind === 'other credentials';
}

export function troubleOf(lived: LivedDay): Trouble | undefined {
  const { traffic, others, processes, bugs, endedBy } = lived;
  const exchanges = [traffic, ...others].flatMap((each) => each?.exchanges ?? []);
  if (bugs.length > 0) return { kind: 'bug', words: `the simulator failed: ${bugs[0]}` };
  if (lived.flooded) return flood(lived, exchanges);
  const broken = processes.find(({ neverBegan }) => neverBegan);
  if (broken) return { kind: 'not started', words: `the command could not be started: ${broken.how}` };
  if (exchanges.length === 0) return silent(lived);
  if (lived.unanswered !== undefined) {
    const words = `the service behind the proxy has not answered once: ${lived.unanswered}`;
    return { kind: 'service gone', words };
  }
  const foreign = foreignTo(exchanges, lived.path);
  if (foreign) return foreign;
  return endedBy === 'interrupt' && (traffic?.exchanges.length ?? 0) === 0
    ? { kind: 'interrupted', words: 'the audit was interrupted before the client had called' }
    : undefined;
}

function flood({ from, traffic }: LivedDay, exchanges: readonly ClientExchange[]): Trouble {
  const last = exchanges.at(-1)?.cameAt ?? from;
  const seconds = Math.max(0.1, (last - (traffic?.from ?? from)) / 1000);
  const rate = Math.round(exchanges.length / seconds).toLocaleString('en-US');
  const count = exchanges.length.toLocaleString('en-US');
  return {
    kind: 'flood',
    words: `the client sent ${count} requests within ${seconds.toFixed(0)} s, ${rate} a second: it was cut off; what came until then is judged`,
  };
}

function silent({ from, to, processes, sockets, endedBy }: LivedDay): Trouble {
  const [first] = processes;
  if (endedBy === 'interrupt' && first)
    return { kind: 'interrupted', words: 'the audit was interrupted before the client had called' };
  if (sockets > 0) return { kind: 'no HTTP', words: NO_HTTP };
  if (endedBy === 'client' && first && to - from < AT_ONCE)
    return { kind: 'ended at once', words: `the command ended at once (${first.how}) and sent no request` };
  const after = first ? `; the command ended with ${first.how}` : '';
  const todo =
    processes.length === 0
      ? 'start the client while the audit listens, with the address that it prints'
      : 'it may call another address: give it the one of the day with --env NAME={url}, or {url} in the command';
  return { kind: 'never called', words: `no connection came${endedBy === 'client' ? after : ''}; ${todo}` };
}

/** Who asks for nothing of the interface, or gets no token, is set up wrongly: that is not for the rules to judge. */
function foreignTo(
  exchanges: readonly ClientExchange[],
  onWire: LivedDay['path'] = (path) => path,
): Trouble | undefined {
  const [first] = exchanges;
  if (exchanges.every(({ what }) => what === 'raw')) {
    const sent = exchanges.map(({ method = '', path = '' }) => ({ method, path: onWire(path) }));
    const named = sent.map(({ method, path }) => `${method} ${path}`.trim());
    const shown = [...new Set(named)].slice(0, MOST_NAMED).join(', ');
    const isNear = exchanges.some(({ path = '' }) => path.startsWith(PATH_PREFIX));
    const other = sent.flatMap(({ method, path }) => placedEndpoint(method, path)?.firstSegment ?? [])[0];
    const todo = isNear
      ? `the first was refused with ${refusalOf(first)}; does the client speak another dialect (--dialect)?`
      : other === undefined
        ? 'is the base address complete, and is this a client of the service?'
        : `paths begin with ${onWire(PATH_PREFIX)} here; firstSegment: ${other} in the dialect (--dialect) makes it /${other}/v1`;
    const words = `none of ${exchanges.length} requests could be read as one of the interface (${shown}): ${todo}`;
    return { kind: 'other dialect', words };
  }
  const asked = exchanges.filter(({ what }) => what === 'token.create');
  const refused = asked.filter(({ reply }) => reply?.code === 'AUTH_INVALID');
  if (asked.length === 0 || refused.length < asked.length) return undefined;
  const todo = 'give the client those of the day with --env NAME={clientId} and --env NAME={clientSecret}';
  const words = `no token was issued, for the credentials were refused ${refused.length} times: ${todo}`;
  return { kind: 'other credentials', words };
}

function refusalOf(exchange: ClientExchange | undefined): string {
  return `${exchange?.reply?.status ?? 'nothing'} ${exchange?.reply?.code ?? ''}`.trim();
}
