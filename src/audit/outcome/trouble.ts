// What is wrong with a day on which the client could not be judged, or not to the end: a verdict of that day.
import type { Exchange, Traffic } from '../traffic/traffic.js';
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
    | 'interrupted'
    | 'bug';
  /** What happened, and what to do. */
  readonly words: string;
}

/** A process that ends sooner had nothing to do, in ms. */
const AT_ONCE = 5000;
/** Fewer requests say little of how a client speaks. */
const MOST_NAMED = 3;

export function troubleOf(lived: LivedDay): Trouble | undefined {
  const { traffic, others, processes, bugs, endedBy } = lived;
  const exchanges = [traffic, ...others].flatMap((each) => each?.exchanges ?? []);
  if (bugs.length > 0) return { kind: 'bug', words: `the simulator failed: ${bugs[0]}` };
  if (lived.flooded) return flood(lived, exchanges);
  const broken = processes.find(({ neverBegan }) => neverBegan);
  if (broken) return { kind: 'not started', words: `the command could not be started: ${broken.how}` };
  if (exchanges.length === 0) return silent(lived);
  const foreign = foreignTo(exchanges, traffic, others);
  if (foreign) return foreign;
  return endedBy === 'interrupt' && (traffic?.exchanges.length ?? 0) === 0
    ? { kind: 'interrupted', words: 'the audit was interrupted before the client had called' }
    : undefined;
}

function flood({ from, traffic }: LivedDay, exchanges: readonly Exchange[]): Trouble {
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
  if (endedBy === 'interrupt')
    return { kind: 'interrupted', words: 'the audit was interrupted before the client had called' };
  if (sockets > 0) {
    const words =
      'the client connected and sent no request that is HTTP: where it speaks TLS, audit it with --tls';
    return { kind: 'no HTTP', words };
  }
  if (endedBy === 'client' && first && to - from < AT_ONCE) {
    const words = `the command ended at once (${first.how}) and sent no request`;
    return { kind: 'ended at once', words };
  }
  const after = first ? `; the command ended with ${first.how}` : '';
  const todo =
    processes.length === 0
      ? 'start the client while the audit listens, with the address that it prints'
      : 'it may call another address: give it the one of the day with --env NAME={url}, or {url} in the command';
  return { kind: 'never called', words: `no connection came${endedBy === 'client' ? after : ''}; ${todo}` };
}

function foreignTo(
  exchanges: readonly Exchange[],
  traffic: Traffic | undefined,
  others: readonly Traffic[],
): Trouble | undefined {
  const isKnown = exchanges.some(({ what }) => what !== 'raw');
  if (!isKnown) {
    const named = [
      ...new Set(exchanges.map(({ method = '', path = '', what }) => `${method} ${path}`.trim() || what)),
    ];
    const shown = named.slice(0, MOST_NAMED).join(', ');
    const words = `none of ${exchanges.length} requests is one of the interface (${shown}): is the base address complete, and is this an API client of the service?`;
    return { kind: 'other dialect', words };
  }
  const issued = exchanges.some(({ what, reply }) => what === 'token.create' && reply?.token !== undefined);
  const asked = exchanges.filter(({ what }) => what === 'token.create');
  const refused = asked.filter(
    ({ reply }) => reply !== undefined && reply.status >= 400 && reply.status < 429,
  );
  if (issued || refused.length === 0 || (traffic && others.length === 0 && refused.length < asked.length))
    return undefined;
  const isUnreadable = refused.every(({ reply }) => reply?.status !== 401 && reply?.code !== 'APP_DISABLED');
  if (isUnreadable) {
    const words = `no token was issued: each of ${refused.length} requests for one was refused with ${refused[0]?.reply?.status} ${refused[0]?.reply?.code}: does the client speak another dialect (--dialect)?`;
    return { kind: 'other dialect', words };
  }
  const isDisabled = refused.some(({ reply }) => reply?.code === 'APP_DISABLED');
  if (isDisabled) return undefined;
  const words = `no token was issued: the credentials were refused ${refused.length} times; give the client those of the day with --env NAME={clientId} and --env NAME={clientSecret}`;
  return { kind: 'other credentials', words };
}
