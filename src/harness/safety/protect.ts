// A target through which nothing passes that safety forbids, and nothing is changed that was not looked at.
import type { Call, Exchange } from '../target/call.js';
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
