// Clients that keep their keys as the interface says: a request without a definitive answer is repeated unchanged, with
// the same key, until there is one.
import type { RandomStream } from '../../../src/kernel/random.js';

export interface Final {
  readonly commandId: string;
  readonly deviceId: string;
  readonly status: string;
  readonly completedAt: string;
  /** The whole command as it was acknowledged. */
  readonly text: string;
}

export interface Request {
  readonly deviceId: string;
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** As the witness sees it; undefined for what several requests may ask for. */
  readonly act: string | undefined;
}

export interface Book {
  /** What was acknowledged as final. */
  readonly finals: { readonly request: Request; readonly final: Final }[];
  readonly counts: Record<string, number>;
}

export interface Reply {
  readonly status: number;
  readonly body: { readonly code: string; readonly data?: { readonly command?: Record<string, unknown> } };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One request; undefined without an answer. */
export type Ask = (method: string, path: string, body?: unknown, key?: string) => Promise<Reply | undefined>;

/** Calls with an access token, which it gets anew when the old one is refused. */
export function createCaller(url: string): Ask {
  let token = '';
  const send: Ask = async (method, path, body, key) => {
    try {
      const reply = await fetch(url + path, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: reply.status, body: (await reply.json()) as Reply['body'] };
    } catch {
      return undefined;
    }
  };
  return async (method, path, body, key) => {
    const reply = await send(method, path, body, key);
    if (reply?.status !== 401) return reply;
    const credentials = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
    const issued = await send('POST', '/svc/v1/auth/token', credentials);
    token = (issued?.body.data as { accessToken?: string } | undefined)?.accessToken ?? '';
    return send(method, path, body, key);
  };
}

/** A new command of a random kind; all but relay changes can be told from all others. */
export function nextRequest(random: RandomStream, nth: number): Request {
  const deviceId = `bench-${String(random.integer(1, 12)).padStart(2, '0')}`;
  const at = `/svc/v1/devices/${deviceId}`;
  const shared = { deviceId, key: `key-${nth}` };
  switch (random.integer(0, 2)) {
    case 0: {
      const body = { durationMs: 50 + nth };
      const params = { index: 2, duration: 50 + nth };
      const act = JSON.stringify({ name: 'device.relay.jogConfig.set', params });
      return { ...shared, method: 'PUT', path: `${at}/relays/2/jog-config`, body, act };
    }
    case 1: {
      const data = `ee${nth.toString(16).padStart(8, '0')}`;
      const act = JSON.stringify({ name: 'device.rs485.transceive', params: { data } });
      return { ...shared, method: 'POST', path: `${at}/rs485/transceive`, body: { data }, act };
    }
    default: {
      const relays = [{ index: 3, action: random.chance(0.5) ? 'on' : 'off' }];
      return { ...shared, method: 'POST', path: `${at}/relays/commands`, body: { relays }, act: undefined };
    }
  }
}

/** For tries after the work is over, in ms: a service that has lost its way refuses for ever. */
const LATEST = 30_000;

/** Repeats the request until it has a final answer, or the work is over and its first try was refused. */
export async function insist(ask: Ask, request: Request, book: Book, isOver: () => boolean): Promise<void> {
  let over: number | undefined;
  for (let tries = 0; ; tries++) {
    const reply = await ask(request.method, request.path, request.body, request.key);
    const code = reply?.body.code ?? 'no answer';
    book.counts[code] = (book.counts[code] ?? 0) + 1;
    const command = reply?.status === 200 ? reply.body.data?.command : undefined;
    if (command) {
      book.finals.push({ request, final: finalOf(command) });
      return;
    }
    // Without an answer, or with 500, it may have taken place: only a refusal says that it has not.
    const isRefused = reply !== undefined && reply.status < 500;
    if (isOver()) over ??= performance.now();
    if (over !== undefined && ((tries === 0 && isRefused) || performance.now() - over > LATEST)) return;
    // It waits: for the service to come back, for the device to be free, or for the quota.
    await pause(code === 'RATE_LIMITED' ? 1000 : 10);
  }
}

export function finalOf(command: Record<string, unknown>): Final {
  const { commandId, deviceId, status, completedAt } = command as Record<string, string>;
  return {
    commandId: String(commandId),
    deviceId: String(deviceId),
    status: String(status),
    completedAt: String(completedAt),
    text: JSON.stringify(command),
  };
}
