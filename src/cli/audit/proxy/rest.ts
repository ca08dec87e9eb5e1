// REST through the proxy: passed on, refused, held back or lost as the day has it, and recorded.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from 'undici';
import type { PortRecord } from '../../../audit/kept/live-record.js';
import type { HarEntry } from '../../../audit/kept/har-file.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Fate, ProxyFaults } from '../../../lab/audit/proxy/proxy-faults.js';
import type { RefusalText } from './refusal-text.js';
import { type Arrived, arrivedRequest, forward, type Returned } from './forward.js';

export interface RestParts {
  readonly clock: Clock;
  readonly pool: Pool;
  /** Path of the base address. */
  readonly prefix: string;
  readonly record: PortRecord;
  readonly faults: ProxyFaults;
  readonly refusal: RefusalText;
  /** What became of a request that was passed on: why there was no reply. */
  told(failure: string | undefined): void;
  /** Number of the network connection. */
  socketOf(request: IncomingMessage): number;
}

export async function proxyRest(
  parts: RestParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { clock, record, faults } = parts;
  const from = clock.now();
  const arrived = await arrivedRequest(request).catch(() => undefined);
  if (!arrived) return void request.socket.destroy();
  const entry = entryOf(parts, request, arrived, from);
  const facts = record.facts(entry.request);
  const fate = faults.fateOf({ channel: 'rest', ...facts });
  const reply = faults.isDown ? undefined : await answer(parts, arrived, fate).catch(() => undefined);
  const isLost = reply === undefined || faults.isDown || fate.lost !== undefined || response.destroyed;
  if (isLost) {
    request.socket.destroy();
    record.exchange({ ...entry, time: clock.now() - from });
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-type': 'application/json' });
  response.end(reply.body, () => {
    const time = clock.now() - from;
    record.exchange({ ...entry, time, response: responseOf(reply) });
  });
}

/** Undefined when it is not to be carried out, and not to be answered. */
async function answer(
  parts: RestParts,
  arrived: Arrived,
  { before, after, lost, refusal: why, executes }: Fate,
): Promise<Returned | undefined> {
  const { clock, refusal } = parts;
  if (lost === 'request') return undefined;
  if (before > 0) await clock.sleep(before);
  const reply = executes ? await passOn(parts, arrived) : undefined;
  if (after > 0) await clock.sleep(after);
  return why ? refusal.rest(why) : reply;
}

async function passOn({ pool, prefix, told }: RestParts, arrived: Arrived): Promise<Returned> {
  try {
    const reply = await forward(pool, prefix, arrived);
    told(undefined);
    return reply;
  } catch (error) {
    told(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

const NO_RESPONSE = { status: 0, headers: [], content: { text: '' } };

function entryOf(parts: RestParts, request: IncomingMessage, arrived: Arrived, from: number): HarEntry {
  const { method, target, headers, body } = arrived;
  const list = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
  return {
    startedDateTime: new Date(from).toISOString(),
    time: 0,
    request: { method, url: `http://proxy.test${target}`, headers: list, postData: { text: body } },
    response: NO_RESPONSE,
    connection: String(parts.socketOf(request)),
    _webSocketMessages: [],
  };
}

function responseOf({ status, headers, body }: Returned): HarEntry['response'] {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return { status, headers: list, content: { text: body } };
}
