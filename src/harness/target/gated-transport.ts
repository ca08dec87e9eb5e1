// A transport behind the gate of src/harness/safety/gate, which is the only maker of one. A target takes no other:
// what has not passed the gate has no way out.
import type { HttpRequest, Transport } from './transport.js';

/** What would be on the wire. */
export type Message =
  | ({ readonly kind: 'http' } & HttpRequest)
  /** The upgrade to WebSocket. */
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'frame'; readonly text: string };

declare const behindTheGate: unique symbol;

export interface GatedTransport extends Transport {
  readonly [behindTheGate]: true;
  /** Throws SafetyError when the message must not leave: asked before it is recorded as sent. */
  admit(message: Message): void;
}

/** Something that must not be sent: the mistake of whoever wanted it, never the target's. */
export class SafetyError extends Error {
  override readonly name = 'SafetyError';
}

/** What came of the work, or why it must not be done; any other error goes on. */
export async function unlessUnsafe<T>(
  work: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof SafetyError) return { ok: false, why: error.message };
    throw error;
  }
}

// A request as the gate sees it.

/** Only what goes out, whatever else the object carries. */
export function httpMessage({ method, path, headers, body, bodyAs }: HttpRequest): Message {
  return {
    kind: 'http',
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(bodyAs && { bodyAs }),
  };
}

// The body of a request as a server reads it.

/** U+FFFD stands for bytes that are no UTF-8. Undefined where there is no body. */
export function bodyText({ body, bodyAs }: Pick<HttpRequest, 'body' | 'bodyAs'>): string | undefined {
  return body !== undefined && bodyAs === 'bytes' ? Buffer.from(body, 'latin1').toString('utf8') : body;
}
