// A target through which nothing passes that safety forbids, and nothing is changed that was not looked at.
import type { Dialect } from '../../dialect/dialect.js';
import type { Call, Exchange } from '../target/call.js';
import { restRequest } from '../target/driver/rest-call.js';
import { prepareFrame } from '../target/driver/ws-call.js';
import { SafetyError, type Message, httpMessage } from '../target/gated-transport.js';
import type { TargetConnection, Target } from '../target/target.js';

export interface Checkpoint {
  /** Before a call leaves; rejects with SafetyError when it must not. */
  before(call: Call, signal: AbortSignal | undefined): Promise<void>;
  /** Once it has been answered, or can no longer be; undefined when it failed without an exchange. */
  after(call: Call, exchange: Exchange | undefined): void;
}

type Pass = (call: Call, signal: AbortSignal | undefined, send: () => Promise<Exchange>) => Promise<Exchange>;

export function protect(target: Target, checkpoint: Checkpoint): Target {
  const pass: Pass = async (call, signal, send) => {
    await checkpoint.before(call, signal);
    let exchange: Exchange | undefined;
    try {
      exchange = await send();
      return exchange;
    } finally {
      checkpoint.after(call, exchange);
    }
  };
  return {
    ...target,
    recordingTo: (trace) => protect(target.recordingTo(trace), checkpoint),
    request: (call, options) => pass(call, options.signal, () => target.request(call, options)),
    connect: async (client, options) => {
      const connected = await target.connect(client, options);
      if (connected.kind === 'refused') return connected;
      return { kind: 'open', connection: protectConnection(connected.connection, pass) };
    },
  };
}

function protectConnection(connection: TargetConnection, pass: Pass): TargetConnection {
  const { name, client, openedAt, events, listen, close, cut } = connection;
  return {
    name,
    client,
    openedAt,
    get closed() {
      return connection.closed;
    },
    get droppedEvents() {
      return connection.droppedEvents ?? 0;
    },
    events,
    listen,
    close,
    cut,
    request: (call, options) => pass(call, options?.signal, () => connection.request(call, options)),
  };
}

// A target for work that may be left to itself: once nobody waits for it any more, nothing of it leaves. What puts
// devices back would have it come after it otherwise.

/** @param over aborts when the work is not waited for any more; undefined when that never happens. */
export function untilOver(target: Target, over: AbortSignal | undefined): Target {
  if (!over) return target;
  return protect(target, {
    before: () => {
      if (over.aborted)
        return Promise.reject(new SafetyError('the run is over, and puts back what it changed'));
      return Promise.resolve();
    },
    after: () => undefined,
  });
}

// What a call would be on the wire, before it has a client and a connection.

/** Over REST where it can go there: the other channel says the same in other words. */
export function messageOf(dialect: Dialect, call: Call): Message {
  if (call.name === 'frame' || call.name === 'ping')
    return { kind: 'frame', text: prepareFrame(dialect, call, 'r').text };
  return httpMessage(restRequest(dialect, call, NOBODY));
}

const NOBODY = { clientId: '', clientSecret: '', scopes: [] };
