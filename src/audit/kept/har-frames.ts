// The WebSocket connections of a HAR file, with the frames that Chrome writes into it.
import type { Dialect } from '../../dialect/dialect.js';
import { isRequestTopic } from '../../contract/topics.js';
import { isEventTopic } from '../../contract/topics.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { RequestFacts } from '../../trace/record.js';
import type { HarEntry, HarMessage } from './har-file.js';
import { type HarRequests, lowered, telling } from './har-requests.js';
import { startOf, type Timed } from './read-har.js';

const SWITCHING = 101;

export function createHarFrames(
  dialect: Dialect,
  requests: Pick<HarRequests, 'answer' | 'nextExchange' | 'ticketName' | 'clientOfTicket'>,
): { connection(entry: HarEntry): readonly Timed[] } {
  let count = 0;
  return {
    connection: (entry) => {
      const { request, response, time, _webSocketMessages: messages } = entry;
      const connection = `ws-${++count}`;
      const at = startOf(entry);
      const given = new URL(request.url).searchParams.get('ticket');
      const client = given === null ? undefined : requests.clientOfTicket(given);
      const ticket = given === null ? {} : { ticket: requests.ticketName(given) };
      const headers = telling(lowered(request.headers));
      const own = {
        kind: 'connection',
        connection,
        headers,
        ...ticket,
        ...(client !== undefined && { client }),
      } as const;
      const isOpen = response.status === SWITCHING || messages.length > 0;
      if (!isOpen)
        return [{ at, entry: { ...own, state: 'refused', status: response.status, by: 'target' } }];
      const open: Timed = { at, entry: { ...own, state: 'open' } };
      const last = Math.max(at + Math.max(0, time), ...messages.map((each) => each.time * 1000));
      // Who ended it does not stand in the file.
      const closed: Timed = {
        at: last,
        entry: { kind: 'connection', connection, state: 'closed', by: 'target' },
      };
      const waiting = new Map<string, number>();
      return [open, ...messages.flatMap((each) => frame(each, connection, client, waiting)), closed];
    },
  };

  function frame(
    { type, time, opcode, data }: HarMessage,
    connection: string,
    client: string | undefined,
    waiting: Map<string, number>,
  ): Timed[] {
    const at = time * 1000;
    const wire = opcode === 1 ? jsonIn(data) : undefined;
    if (!isObject(wire)) return [];
    if (type === 'send' || type === 'request') {
      const read = dialect.shapes.wsRequest.decode(wire);
      if (!read.ok) return [];
      const { topic, requestId } = read.value;
      const exchange = requests.nextExchange();
      waiting.set(requestId, exchange);
      const facts = factsOf(dialect, topic, read.value.data);
      const who = client === undefined ? {} : { client };
      const seen = { from: at, to: at };
      return [
        {
          at,
          entry: { kind: 'request', exchange, channel: 'ws', ...facts, ...who, connection, requestId, seen },
        },
      ];
    }
    const requestId = typeof wire['requestId'] === 'string' ? wire['requestId'] : '';
    const exchange = waiting.get(requestId);
    if (wire['type'] === 'reply' && exchange !== undefined) {
      const { code, data: told } = requests.answer(wire, undefined);
      const { commandId, commandStatus, ...rest } = told as { commandId?: string; commandStatus?: string };
      const command = {
        ...(commandId !== undefined && { commandId }),
        ...(commandStatus !== undefined && { commandStatus }),
      };
      const reply = {
        kind: 'reply',
        exchange,
        channel: 'ws',
        ...(code !== undefined && { code }),
        ...command,
        data: rest,
      } as const;
      return [{ at, entry: reply }];
    }
    return eventIn(dialect, wire, at, connection);
  }
}

function factsOf(dialect: Dialect, topic: string, data: unknown): RequestFacts {
  if (!isRequestTopic(topic)) return { what: 'raw' };
  if (topic === 'session.ping') return { what: topic };
  if (topic === 'device.state.get') {
    const read = dialect.shapes.stateRequest.decode(data);
    return read.ok ? { what: topic, deviceId: read.value.deviceId } : { what: 'raw' };
  }
  const read = dialect.executeRequest.decode(data);
  if (!read.ok) return { what: 'raw' };
  const { deviceId, operation, idempotencyKey } = read.value;
  return { what: topic, deviceId, operation, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

function eventIn(dialect: Dialect, wire: Record<string, unknown>, at: number, connection: string): Timed[] {
  const read = dialect.shapes.wsEvent.decode(wire);
  if (!read.ok) return [];
  const { topic, eventId, data } = read.value;
  const state = topic === 'device.state.changed' ? dialect.shapes.stateChanged.decode(data) : undefined;
  const notice = dialect.shapes.deviceNotice.decode(data);
  const common = { kind: 'event', connection, topic, ...(eventId !== undefined && { eventId }) } as const;
  const odd = isEventTopic(topic) ? {} : ({ odd: 'topic' } as const);
  const deviceId = state?.ok ? state.value.deviceId : notice.ok ? notice.value.deviceId : undefined;
  const on = deviceId === undefined ? {} : { deviceId };
  const changes = state?.ok ? { data: { changes: state.value.changes } } : {};
  return [{ at, entry: { ...common, ...odd, ...on, ...changes } }];
}
