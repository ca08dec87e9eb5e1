// The faults of a day at a proxy: what becomes of a request, of an event on its way, and of connections.
import type { EndpointName } from '../../contract/endpoints.js';
import type { EventTopic } from '../../contract/topics.js';
import type { ReadResult } from '../../document/yaml-document.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random, RandomStream } from '../../kernel/random.js';
import { readFaultOrder } from '../../simulator/faults/plan/parse-fault-plan.js';
import { type Delay, drawDelay } from '../../simulator/faults/scalars.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import { createTriggerGate } from '../../simulator/faults/engine/trigger.js';
import { createSelects, type FaultTarget } from '../../simulator/faults/selector.js';

export interface ProxiedRequest {
  readonly channel: 'rest' | 'ws';
  readonly what: string;
  readonly deviceId?: string | undefined;
}

/** What is done with a request beside passing it on; times in ms. */
export interface Fate {
  readonly before: number;
  readonly after: number;
  readonly lost: 'request' | 'reply' | undefined;
  readonly refusal:
    { readonly code: 'RATE_LIMITED' | 'INTERNAL_ERROR'; readonly retryAfter?: number } | undefined;
  /** Whether the service is asked all the same. */
  readonly executes: boolean;
}

/** A frame to a client, so many ms from now. */
interface SentFrame {
  readonly text: string;
  readonly after: number;
}

/** What the proxy does for faults that act by themselves. */
interface ProxyHands {
  /** Closes all connections; 1006 cuts them. */
  closeAll(code: number): void;
  /** Sends an event of a topic that there is not, on all connections. */
  inject(topic: string): void;
}

export type ProxyFaults = ReturnType<typeof createProxyFaults>;

export function createProxyFaults(clock: Clock, random: Random, hands: ProxyHands) {
  const stream = random.stream('proxy');
  const faults: ProxyFault[] = [];
  const timers: { cancel(): void }[] = [];
  const windows = new Map<ProxyFault, number>();
  let downUntil = Number.NEGATIVE_INFINITY;
  const draw = (delay: unknown): number => drawDelay(delay as Delay, stream);
  const later = (ms: number, act: () => void): void =>
    void timers.push(clock.setTimer('fault of the proxy', ms, act));

  const goDown = (ms: number): void => void (downUntil = clock.now() + ms);
  const beginnings = createBeginnings({ hands, draw, later, goDown });
  /** One window for all that a fault selects: whoever waits as announced is served. */
  const limitOf = (fault: ProxyFault, target: Target): number | undefined => {
    const { retryAfter } = fault.parameters as { retryAfter: number };
    const endsAt = windows.get(fault);
    if (endsAt !== undefined && clock.now() < endsAt) return endsAt - clock.now();
    if (windows.delete(fault) || !fault.fires(target)) return undefined;
    windows.set(fault, clock.now() + retryAfter);
    return retryAfter;
  };
  return {
    order: (written: unknown): ReadResult<string> => {
      const read = readFaultOrder(written);
      if (!read.ok) return read;
      const fault = createProxyFault(read.value, clock, stream);
      faults.push(fault);
      const begin = beginnings[fault.type];
      if (begin) later(read.value.trigger.after, () => begin(fault));
      return { ok: true, value: String(faults.length) };
    },
    fateOf: (request: ProxiedRequest) => fateOf(request, { faults, draw, limitOf }),
    /** An event on its way, with its copies. */
    event: (text: string, topic: string, deviceId: string | undefined) =>
      eventFrames(text, { topic: topic as EventTopic, deviceId }, faults, draw),
    /** How long a connection that has just been opened may live, and how it ends then. */
    lifetime: () => {
      const fault = faults.find((each) => each.type === 'close' && isForNew(each) && each.fires({}));
      if (!fault) return undefined;
      const { code, lifetime } = fault.parameters as { code: number; lifetime: Delay };
      return { ms: draw(lifetime), code };
    },
    /** Nothing is answered: the service is taken for gone. */
    get isDown() {
      return clock.now() < downUntil;
    },
    stop: (): void => {
      for (const timer of timers) timer.cancel();
      faults.length = 0;
    },
  };
}

interface Acting {
  readonly hands: ProxyHands;
  draw(delay: unknown): number;
  later(ms: number, act: () => void): void;
  goDown(ms: number): void;
}

/** What faults do by themselves, from their beginning on. */
function createBeginnings(acting: Acting): Readonly<Record<string, (fault: ProxyFault) => void>> {
  const { hands, draw, later, goDown } = acting;
  const strike = (fault: ProxyFault): void => {
    const { code, downtime, again } = fault.parameters as { code: number; downtime: Delay; again?: Delay };
    const down = draw(downtime);
    if (fault.fires({})) {
      goDown(down);
      hands.closeAll(code);
    }
    if (again) later(down + Math.max(1, draw(again)), () => strike(fault));
  };
  return {
    restart: strike,
    close: (fault) => {
      const { code, connections } = fault.parameters as { code: number; connections: string };
      if (connections !== 'new' && fault.fires({})) hands.closeAll(code);
    },
    'unknown-topics': (fault) => {
      const { topic, every } = fault.parameters as { topic: string; every: Delay };
      const send = (): void => {
        if (fault.fires({})) hands.inject(topic);
        if (fault.isActive()) later(Math.max(1, draw(every)), send);
      };
      later(Math.max(1, draw(every)), send);
    },
  };
}

type Target = Parameters<ProxyFault['fires']>[0];

interface Judging {
  readonly faults: readonly ProxyFault[];
  draw(delay: unknown): number;
  limitOf(fault: ProxyFault, target: Target): number | undefined;
}

function isForNew({ parameters }: ProxyFault): boolean {
  return (parameters as { connections: string }).connections !== 'open';
}

function isMeant({ type, parameters }: ProxyFault, channel: ProxiedRequest['channel']): boolean {
  if (type === 'request-lost' || type === 'response-lost') return channel === 'rest';
  const { over } = parameters as { over?: string };
  return over === 'both' || over === (channel === 'rest' ? 'rest' : 'websocket');
}

function fateOf({ channel, what, deviceId }: ProxiedRequest, { faults, draw, limitOf }: Judging): Fate {
  const target: Target = { deviceId, ...(channel === 'rest' && { route: what as EndpointName }) };
  let [before, after, executes] = [0, 0, true];
  let lost: Fate['lost'];
  let refusal: Fate['refusal'];
  for (const fault of faults) {
    if (refusal || lost || !isMeant(fault, channel) || !fault.selects(target)) continue;
    const { type, parameters } = fault;
    if (type === 'rate-limited') {
      const retryAfter = limitOf(fault, target);
      if (retryAfter !== undefined) refusal = { code: 'RATE_LIMITED', retryAfter };
      if (refusal) executes = false;
    } else if (fault.fires(target)) {
      if (type === 'request-lost') lost = 'request';
      if (type === 'response-lost') lost = 'reply';
      if (type === 'internal-error') {
        refusal = { code: 'INTERNAL_ERROR' };
        executes = (parameters as { executes: boolean }).executes;
      }
      if (type !== 'latency') continue;
      const { delay, where } = parameters as { delay: Delay; where: string };
      if (where === 'before') before += draw(delay);
      else after += draw(delay);
    }
  }
  return { before, after, lost, refusal, executes };
}

function eventFrames(
  text: string,
  target: Target,
  faults: readonly ProxyFault[],
  draw: (delay: unknown) => number,
): readonly SentFrame[] {
  let shown = text;
  for (const fault of faults) {
    if (fault.type !== 'unknown-fields' || !fault.fires(target)) continue;
    const { name } = fault.parameters as { name: string };
    const frame = JSON.parse(shown) as Record<string, unknown>;
    shown = JSON.stringify({ ...frame, [name]: { since: 'a version to come' } });
  }
  const frames: SentFrame[] = [{ text: shown, after: 0 }];
  for (const fault of faults) {
    if (fault.type !== 'duplicate-events' || !fault.fires(target)) continue;
    const { copies, apart } = fault.parameters as { copies: number; apart: Delay };
    let wait = 0;
    for (let copy = 0; copy < copies; copy++) {
      wait += draw(apart);
      frames.push({ text: shown, after: wait });
    }
  }
  return frames;
}

// One fault of a day, as a proxy before a real service can stage it: when it acts, and on what.

/** The faults that need nothing of the service behind the proxy. */
const STAGEABLE = [
  'rate-limited',
  'internal-error',
  'latency',
  'request-lost',
  'response-lost',
  'close',
  'restart',
  'duplicate-events',
  'unknown-fields',
  'unknown-topics',
] as const;

export function canBeStaged(fault: string): boolean {
  return STAGEABLE.some((each) => each === fault);
}

type ProxyFault = ReturnType<typeof createProxyFault>;

function createProxyFault(order: FaultOrder, clock: Clock, random: RandomStream) {
  const { type, parameters, selector, trigger, lasts } = order;
  const beginsAt = clock.now() + trigger.after;
  const endsAt = lasts === undefined ? Number.POSITIVE_INFINITY : beginsAt + lasts;
  const selects = createSelects(selector, () => undefined);
  const gate = createTriggerGate(trigger, random);
  const isActive = (): boolean => clock.now() >= beginsAt && clock.now() < endsAt;
  return {
    type,
    /** As the order has them, with defaults and durations in ms. */
    parameters,
    isActive,
    /** Whether it is meant for this. */
    selects,
    /** Whether it acts on this; each call is an occasion. */
    fires: (target: FaultTarget): boolean => isActive() && selects(target) && gate.pass(),
  };
}
