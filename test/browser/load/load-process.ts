// The process of a load: keep-alive connections on bare sockets, one request at a time on each, as many in each tick
// as are due. It is a process of its own, so that neither the test nor the browser that it drives slow it down.
import { connect, type Socket } from 'node:net';
import { createResponseReader } from '../../../proof/bench/load/response-reader.js';

/** What the parent sends once. */
export interface LoadOrder {
  readonly port: number;
  readonly token: string;
  /** Requests a second. */
  readonly rate: number;
  /** Names of devices; requests go to all of them in turn. */
  readonly devices: readonly string[];
}

/** What goes back several times a second, since the start. */
export interface LoadReport {
  /** Requests that are answered, with whatever status. */
  readonly answered: number;
  /** Of them, those with a 2xx. */
  readonly succeeded: number;
}

interface Lane {
  readonly socket: Socket;
  isBusy: boolean;
}

/** A refresh takes about a second of the device, so that hundreds of requests are under way. */
const MOST_LANES = 900;
/** In ms. */
const TICK = 5;
const REPORT = 200;
/** A service that is slower than the load gets no more than so many ms of it at once. */
const MOST_BEHIND = 500;

process.once('message', (order: LoadOrder) => begin(order));
process.once('disconnect', () => process.exit());

function begin({ port, token, rate, devices }: LoadOrder): void {
  const free: Lane[] = [];
  let lanes = 0;
  let sent = 0;
  let answered = 0;
  let succeeded = 0;

  const open = (): Lane => {
    lanes++;
    const lane: Lane = { socket: connect({ port, host: '127.0.0.1', noDelay: true }), isBusy: true };
    const read = createResponseReader((status) => {
      answered++;
      if (status >= 200 && status < 300) succeeded++;
      lane.isBusy = false;
      free.push(lane);
    });
    lane.socket.on('data', read);
    lane.socket.on('error', () => undefined);
    lane.socket.on('close', () => {
      lanes--;
      if (!lane.isBusy) free.splice(free.indexOf(lane), 1);
    });
    return lane;
  };
  const laneToUse = (): Lane | undefined => free.pop() ?? (lanes < MOST_LANES ? open() : undefined);
  const began = performance.now();
  let skipped = 0;
  setInterval(() => {
    const due = ((performance.now() - began) / 1000) * rate - skipped;
    skipped += Math.max(0, Math.floor(due - sent - (MOST_BEHIND / 1000) * rate));
    while (sent < due) {
      const lane = laneToUse();
      if (!lane) return;
      lane.isBusy = true;
      lane.socket.write(requestBytes(sent++, token, devices));
    }
  }, TICK);
  setInterval(() => process.send?.({ answered, succeeded } satisfies LoadReport), REPORT);
}

/** Configurations mostly, refreshes and commands among them, on devices all over the fleet. */
function requestBytes(nth: number, token: string, devices: readonly string[]): string {
  const path = `/svc/v1/devices/${devices[(nth * 7919) % devices.length] ?? ''}`;
  const head = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`;
  if (nth % 10 < 7) return `GET ${path}/config HTTP/1.1\r\n${head}\r\n`;
  if (nth % 10 < 9) return `GET ${path} HTTP/1.1\r\n${head}\r\n`;
  const action = Math.floor(nth / devices.length) % 2 === 0 ? 'on' : 'off';
  const body = JSON.stringify({ relays: [{ index: 1 + (nth % 4), action }] });
  const type = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `POST ${path}/relays/commands HTTP/1.1\r\n${head}${type}\r\n${body}`;
}
