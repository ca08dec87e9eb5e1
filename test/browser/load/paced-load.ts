// Requests at an even rate over keep-alive connections, for as long as somebody wants them.
import { Pool } from 'undici';

export interface PacedLoad {
  /** Answered so far. */
  readonly answered: number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  /** Requests a second. */
  readonly rate: number;
  /** The path of the nth request, and its body where it is a command. */
  readonly requestOf: (nth: number) => { readonly path: string; readonly body?: string };
}

const CONNECTIONS = 64;
/** In ms. */
const TICK = 10;
/** Requests that are under way; a service that is slower than the load gets fewer. */
const MOST_UNDER_WAY = 1000;

export function startLoad({ url, token, rate, requestOf }: LoadOptions): PacedLoad {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS });
  const authorization = `Bearer ${token}`;
  const began = performance.now();
  let sent = 0;
  let answered = 0;
  let underWay = 0;
  const send = async (): Promise<void> => {
    const { path, body } = requestOf(sent++);
    underWay++;
    try {
      const { body: reply } = await pool.request({
        path: `/svc/v1${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body ?? null,
      });
      await reply.dump();
      answered++;
    } finally {
      underWay--;
    }
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * rate;
    while (sent < due) {
      if (underWay >= MOST_UNDER_WAY) {
        sent++;
        continue;
      }
      void send().catch(() => undefined);
    }
  }, TICK);
  return {
    get answered() {
      return answered;
    },
    stop: async () => {
      clearInterval(timer);
      await pool.destroy();
    },
  };
}
