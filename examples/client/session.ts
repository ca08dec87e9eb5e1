// One open WebSocket connection: requests and their replies, tied together by requestId, and the events between.
import { type Answer, asFields, type Fields, parseObject, readEnvelope } from './answer.js';
import type { Clock, Socket } from './ports.js';
import { within } from './within.js';

export interface Session {
  /** Resolves with the reply, or with no reply when the connection ends before. Rejects when the client is closed. */
  request(topic: string, data: object, patience?: number): Promise<Answer>;
  /** Ends a connection that is dead. */
  cut(): void;
  close(): void;
  /** Aborts when the connection has ended. */
  readonly ended: AbortSignal;
}

/** What the socket tells. */
export interface SessionInput {
  onMessage(text: string): void;
  onClose(): void;
}

/** How long to wait for a reply, in ms. */
const PATIENCE = 20_000;
const MOST_UNDER_WAY = 500;

/** @param onFrame gets what is no reply: an object that may be an event. */
export function createSession(clock: Clock, closing: AbortSignal, onFrame: (frame: Fields) => void) {
  const ended = new AbortController();
  const waiting = new Map<string, (answer: Answer) => void>();
  // Counted over the connection, so that no two requests have one id (rule client.unique-request-ids).
  let requests = 0;

  const input: SessionInput = {
    onMessage: (text) => {
      const frame = parseObject(text);
      // What cannot be read is passed over, as what is unknown (rule client.ignores-unknown-fields).
      if (frame === undefined) return;
      if (frame['type'] !== 'reply') onFrame(frame);
      else waiting.get(String(frame['requestId']))?.(readEnvelope(frame));
    },
    onClose: () => {
      ended.abort();
      for (const settle of waiting.values()) settle({ kind: 'none', message: 'the connection has ended' });
    },
  };

  const start = (socket: Socket): Session => ({
    request: async (topic, data, patience = PATIENCE) => {
      if (ended.signal.aborted) return { kind: 'none', message: 'the connection has ended' };
      if (waiting.size >= MOST_UNDER_WAY) {
        return { kind: 'not sent', code: 'QUEUE_FULL', message: 'too many requests wait for their replies' };
      }
      const requestId = String((requests += 1));
      const reply = new Promise<Answer>((resolve) => waiting.set(requestId, resolve));
      try {
        socket.send(JSON.stringify({ type: 'request', topic, requestId, data }));
        return await within(patience, clock, closing, () => reply);
      } catch (error) {
        closing.throwIfAborted();
        return { kind: 'none', message: error instanceof Error ? error.message : String(error) };
      } finally {
        waiting.delete(requestId);
      }
    },
    cut: () => socket.cut(),
    close: () => socket.close(),
    ended: ended.signal,
  });
  return { input, start };
}

/** `data.device` and its like: an object within the data of a reply. */
export function fieldOf(answer: Answer, name: string): Fields | undefined {
  return answer.kind === 'reply' ? asFields(answer.data[name]) : undefined;
}
