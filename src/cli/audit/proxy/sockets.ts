// WebSocket connections through the proxy: frames both ways, with what the day does to them, and recorded.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { PortRecord, RecordedConnection } from '../../../audit/kept/live-record.js';
import type { Clock } from '../../../kernel/clock.js';
import type { ProxyFaults } from '../../../lab/audit/proxy-faults.js';

export interface SocketParts {
  readonly clock: Clock;
  /** Base address of the WebSocket channel of the service. */
  readonly websocketUrl: string;
  readonly tls: { readonly ca?: string; readonly rejectUnauthorized: boolean };
  readonly faults: ProxyFaults;
}

interface OwnParts extends SocketParts {
  readonly record: PortRecord;
}

const LARGEST_FRAME = 1024 * 1024;
const ABNORMAL = 1006;
const GOING_AWAY = 1001;
const REFUSED = 502;

export function createProxiedSockets(parts: SocketParts) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME });
  const open = new Set<Pair>();
  return {
    /** @param record of the port that was called. */
    upgrade: (record: PortRecord, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
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
    close: (): void => {
      for (const pair of open) pair.end(ABNORMAL);
      server.close();
    },
  };
}

interface Pair {
  readonly service: WebSocket;
  end(code: number): void;
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
  const passed = (type: 'send' | 'receive', data: string): unknown =>
    recorded.frame({ type, time: clock.now() / 1000, opcode: 1, data });
  const send = (text: string): void => {
    if (client.readyState !== WebSocket.OPEN) return;
    client.send(text);
    passed('receive', text);
  };
  const session = faults.opened(
    { send, close: (why) => end(typeof why === 'string' ? GOING_AWAY : why.code), backlog: () => 0 },
    (text) => {
      if (service.readyState === WebSocket.OPEN) service.send(text);
    },
  );
  service.on('message', (data: Buffer) => session.told(data.toString('utf8')));
  client.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    passed('send', text);
    session.receive(text);
  });
  client.on('error', () => undefined);
  service.once('close', (code) => end(code === 1005 || code === ABNORMAL ? ABNORMAL : code));
  client.once('close', (code) => {
    session.end();
    note(parts, recorded, {
      state: 'closed',
      by: endedBy === 'service' ? 'target' : 'harness',
      closeCode: code,
    });
    service.close();
  });
  return { service, end };
}
