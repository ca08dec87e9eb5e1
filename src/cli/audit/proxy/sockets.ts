// WebSocket connections through the proxy: frames both ways, with what the day does to them, and recorded.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { PortRecord, RecordedConnection } from '../../../audit/kept/live-record.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import { isObject, jsonIn } from '../../../kernel/json.js';
import type { ProxyFaults } from '../../../lab/audit/proxy-faults.js';
import type { RefusalText } from './forward.js';

export interface SocketParts {
  readonly clock: Clock;
  /** Base address of the WebSocket channel of the service. */
  readonly websocketUrl: string;
  readonly tls: { readonly ca?: string; readonly rejectUnauthorized: boolean };
  readonly dialect: Dialect;
  readonly faults: ProxyFaults;
  readonly refusal: RefusalText;
}

interface OwnParts extends SocketParts {
  readonly record: PortRecord;
}

export interface ProxiedSockets {
  /** @param record of the port that was called. */
  upgrade(record: PortRecord, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** 1006 cuts. */
  closeAll(code: number): void;
  inject(topic: string): void;
  close(): void;
}

const LARGEST_FRAME = 1024 * 1024;
const ABNORMAL = 1006;
const REFUSED = 502;

export function createProxiedSockets(parts: SocketParts): ProxiedSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME });
  const open = new Set<Pair>();
  return {
    upgrade: (record, request, socket, head) => {
      const { url: target = '/', headers } = request;
      const list = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
      const recorded = record.connection({ url: `http://proxy.test${target}`, headers: list });
      const own = { ...parts, record };
      socket.on('error', () => undefined);
      if (parts.faults.isDown) return void socket.destroy();
      const service = new WebSocket(parts.websocketUrl + target, { ...parts.tls, maxPayload: LARGEST_FRAME });
      const refuse = (status: number): void => {
        note(own, recorded, { state: 'refused', status, by: 'target' });
        socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      };
      service.on('error', () => undefined);
      service.once('unexpected-response', (_, response) => {
        refuse(response.statusCode ?? REFUSED);
        response.destroy();
      });
      service.once('close', () => {
        if (socket.writable && !socket.destroyed && ![...open].some((each) => each.service === service))
          refuse(REFUSED);
      });
      service.once('open', () => {
        server.handleUpgrade(request, socket, head, (client) => {
          const pair = join(own, client, service, recorded);
          open.add(pair);
          client.once('close', () => open.delete(pair));
        });
      });
    },
    closeAll: (code) => {
      for (const pair of open) pair.end(code);
    },
    inject: (topic) => {
      for (const pair of open) pair.inject(topic);
    },
    close: () => {
      for (const pair of open) pair.end(ABNORMAL);
      server.close();
    },
  };
}

interface Pair {
  readonly service: WebSocket;
  end(code: number): void;
  inject(topic: string): void;
}

type Fact = { readonly state: 'open' | 'refused' | 'closed' } & Readonly<Record<string, unknown>>;

function note({ clock, record }: OwnParts, { about }: RecordedConnection, fact: Fact): void {
  record.note(clock.now(), { kind: 'connection', ...about, ...fact });
}

function join(parts: OwnParts, client: WebSocket, service: WebSocket, recorded: RecordedConnection): Pair {
  const { clock, faults } = parts;
  let endedBy: 'service' | undefined;
  note(parts, recorded, { state: 'open' });
  const end = (code: number): void => {
    endedBy ??= 'service';
    if (code === ABNORMAL) client.terminate();
    else client.close(code);
    service.terminate();
  };
  const toClient = createToClient(parts, client, recorded);
  service.on('message', (data: Buffer) => toClient(data.toString('utf8')));
  client.on('message', (data: Buffer) => {
    void toService(parts, service, recorded, data.toString('utf8'), (text) => toClient(text));
  });
  client.on('error', () => undefined);
  service.once('close', (code) => end(code === 1005 || code === ABNORMAL ? ABNORMAL : code));
  client.once('close', (code) => {
    note(parts, recorded, {
      state: 'closed',
      by: endedBy === 'service' ? 'target' : 'harness',
      closeCode: code,
    });
    service.close();
  });
  const life = faults.lifetime();
  if (life) clock.setTimer('life of a connection', life.ms, () => end(life.code));
  const inject = (topic: string): void => {
    const event = { topic, eventId: `proxy-${clock.now()}`, occurredAt: Math.round(clock.now()), data: {} };
    toClient(JSON.stringify(parts.dialect.shapes.wsEvent.encode(event)));
  };
  return { service, end, inject };
}

/** Sends a frame to the client: an event as the day has it, anything else as it is. */
function createToClient(
  { clock, dialect, faults }: SocketParts,
  client: WebSocket,
  recorded: RecordedConnection,
): (text: string) => void {
  const send = (text: string): void => {
    if (client.readyState !== WebSocket.OPEN) return;
    client.send(text);
    recorded.frame({ type: 'receive', time: clock.now() / 1000, opcode: 1, data: text });
  };
  return (text) => {
    const wire = jsonIn(text);
    const event = isObject(wire) ? dialect.shapes.wsEvent.decode(wire) : undefined;
    if (!event?.ok) return send(text);
    for (const { text: shown, after } of faults.event(text, event.value.topic, undefined)) {
      if (after === 0) send(shown);
      else clock.setTimer('copy of an event', after, () => send(shown));
    }
  };
}

async function toService(
  { clock, faults, refusal }: SocketParts,
  service: WebSocket,
  recorded: RecordedConnection,
  text: string,
  reply: (text: string) => void,
): Promise<void> {
  const [seen] = recorded.frame({ type: 'send', time: clock.now() / 1000, opcode: 1, data: text });
  const { what = 'raw', deviceId, requestId = '' } = seen?.entry.kind === 'request' ? seen.entry : {};
  const fate = faults.fateOf({ channel: 'ws', what, deviceId });
  if (fate.before > 0) await clock.sleep(fate.before);
  if (fate.executes && service.readyState === WebSocket.OPEN) service.send(text);
  if (fate.refusal) reply(refusal.frame(fate.refusal, requestId));
}
