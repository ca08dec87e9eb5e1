// What defects and variants put around parts of the good client.
import type { Answer, Reply } from '../../examples/client/answer.js';
import { verdictOn } from '../../examples/client/answer.js';
import type { Wraps } from '../../examples/client/parts.js';
import type { HttpPort, HttpRequest, SocketPort } from '../../examples/client/ports.js';
import type { Call } from '../../examples/client/rest.js';
import type { Surroundings } from './client-under-test.js';

export type Send = (call: Call, token?: string) => Promise<Answer>;

/** Stands between the client and each single request over REST. */
export function onRequest(between: (call: Call, send: Send, token?: string) => Promise<Answer>): Wraps {
  return { exchange: (send) => (call, token) => between(call, send, token) };
}

/** Changes each HTTP request on its way. */
export function changingHttp(http: HttpPort, change: (request: HttpRequest) => HttpRequest): HttpPort {
  return { ...http, send: (request, signal) => http.send(change(request), signal) };
}

export function withHeaders(http: HttpPort, headers: Readonly<Record<string, string>>): HttpPort {
  return changingHttp(http, (request) => ({ ...request, headers: { ...request.headers, ...headers } }));
}

export interface Frames {
  /** What becomes of a frame of the client. */
  readonly sent?: (text: string) => string;
  /** What becomes of a frame of the service; undefined swallows it. */
  readonly received?: (text: string, end: () => void) => string | undefined;
}

/** Changes the frames of each connection; made anew for each. */
export function changingFrames(sockets: SocketPort, frames: () => Frames): SocketPort {
  return {
    open: async (url, handlers, signal) => {
      const { sent = (text) => text, received = (text) => text } = frames();
      let end = (): void => undefined;
      const opened = await sockets.open(
        url,
        {
          ...handlers,
          onMessage: (text) => {
            const passed = received(text, () => end());
            if (passed !== undefined) handlers.onMessage(passed);
          },
        },
        signal,
      );
      if ('status' in opened) return opened;
      end = () => opened.close();
      return { ...opened, send: (text) => opened.send(sent(text)) };
    },
  };
}

/** For the retries of a request: given how often it has failed, how many ms to wait; undefined gives up. */
export type Delays = (failures: number) => number | undefined;

const GAVE_UP: Reply = { kind: 'reply', status: 499, code: 'GAVE_UP', message: '', data: {} };

/** Requests that fail in one way are tried again after delays of another kind. */
export function retrying(
  { clock }: Pick<Surroundings, 'clock'>,
  which: 'busy' | 'failed' | 'limited',
  delays: Delays,
): Wraps {
  const isMeant = (answer: Answer): boolean => answer.kind === 'reply' && verdictOn(answer) === which;
  return {
    retry: (usual) => (work) =>
      usual({
        ...work,
        send: async () => {
          let answer = await work.send();
          for (let failures = 1; isMeant(answer); failures++) {
            const wait = delays(failures);
            if (wait === undefined) return GAVE_UP;
            await clock.sleep(wait);
            answer = await work.send();
          }
          return answer;
        },
      }),
  };
}

/** The same delay a few times. */
export function always(delay: number, times = 6): Delays {
  return (failures) => (failures < times ? delay : undefined);
}

export function isCommandCall({ method, path }: Call): boolean {
  return method !== 'GET' && /\/(relays|rs485)\//.test(path);
}

export function statusOf(answer: Answer): number | undefined {
  return answer.kind === 'reply' ? answer.status : undefined;
}

/** Sends a request again when the answer is one of these, so often and with this delay in between. */
export function repeating(
  { clock }: Pick<Surroundings, 'clock'>,
  isMeant: (answer: Answer, call: Call) => boolean,
  { times, delay }: { readonly times: number; readonly delay: number },
): Wraps {
  return onRequest(async (call, send, token) => {
    let answer = await send(call, token);
    for (let turn = 0; turn < times && isMeant(answer, call); turn++) {
      await clock.sleep(delay);
      answer = await send(call, token);
    }
    return answer;
  });
}

/** Lines beside those of the day, at their times in ms; before them, as an input of a process comes. */
export async function* alsoOrdered(
  { lines, clock, stop }: Pick<Surroundings, 'lines' | 'clock' | 'stop'>,
  orders: readonly object[],
  every: number,
): AsyncGenerator<string> {
  const waiting: string[] = [];
  let wake = (): void => undefined;
  const put = (line: string): void => {
    waiting.push(line);
    wake();
  };
  const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  void (async () => {
    for await (const line of lines) put(line);
  })();
  void (async () => {
    for (const order of orders) {
      await clock.sleep(every, stop);
      put(JSON.stringify(order));
    }
  })().catch(() => undefined);
  stop.addEventListener('abort', () => wake(), { once: true });
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) yield next;
    else if (stop.aborted) return;
    else await woken();
  }
}

/** A device for each instance, and its part of the orders. */
export function ownDevices({ instance, lines }: Pick<Surroundings, 'instance' | 'lines'>) {
  const deviceId = `bench-0${instance + 3}`;
  return { deviceIds: [deviceId], lines: ordersFor(lines, deviceId) };
}

async function* ordersFor(lines: AsyncIterable<string>, deviceId: string): AsyncGenerator<string> {
  for await (const line of lines) {
    const order = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (order['deviceId'] === 'bench-01') yield JSON.stringify({ ...order, deviceId });
  }
}
