// The WebSocket connections of a HAR file, with the frames that Chrome writes into it.
import { type Dialect, frameFacts } from '../../dialect/dialect.js';
import { isEventTopic } from '../../contract/topics.js';
import { defined } from '../../kernel/defined.js';
import { isObject } from '../../kernel/json.js';
import type { ConnectionRecord } from '../../trace/record.js';
import { bodyIn, type HarEntry, type HarMessage, harStart, type Timed } from './har-file.js';
import { type HarRequests, lowered, telling } from './har-requests.js';
import type { WaitingRequests } from './service-reader.js';

const SWITCHING = 101;

export function createHarFrames(dialect: Dialect, requests: HarRequests) {
  let count = 0;
  const opened = ({ url, headers }: Pick<HarEntry['request'], 'url' | 'headers'>) => {
    const connection = `ws-${++count}`;
    const given = new URL(url).searchParams.get('ticket');
    const client = given === null ? undefined : requests.clientOfTicket(given);
    const ticket = given === null ? undefined : requests.ticketName(given);
    const about: WatchedFacts = {
      connection,
      headers: telling(lowered(headers)),
      ...defined({ ticket, client }),
    };
    const own: OpenConnection = { dialect, requests, connection, client, waiting: new Map() };
    return { about, frame: (message: HarMessage): readonly Timed[] => frameOf(message, own) };
  };
  return {
    /** A connection that is asked for now; its frames come one by one. */
    open: opened,
    /** All of a connection, as the file has it. */
    connection: (entry: HarEntry): readonly Timed[] => {
      const { request, response, time, _webSocketMessages: messages } = entry;
      const at = harStart(entry);
      const { about: facts, frame } = opened(request);
      const about = { kind: 'connection', ...facts } as const;
      const isOpen = response.status === SWITCHING || messages.length > 0;
      if (!isOpen)
        return [{ at, entry: { ...about, state: 'refused', status: response.status, by: 'target' } }];
      const open: Timed = { at, entry: { ...about, state: 'open' } };
      const last = Math.max(at + Math.max(0, time), ...messages.map((each) => each.time * 1000));
      // Who ended it does not stand in the file.
      const closed: Timed = {
        at: last,
        entry: { kind: 'connection', connection: facts.connection, state: 'closed', by: 'target' },
      };
      return [open, ...messages.flatMap(frame), closed];
    },
  };
}

/** What records say of a connection. */
type WatchedFacts = Pick<ConnectionRecord, 'connection' | 'client' | 'ticket' | 'headers'>;

interface OpenConnection {
  readonly dialect: Dialect;
  readonly requests: HarRequests;
  readonly connection: string;
  readonly client: string | undefined;
  /** The exchanges that wait for a reply, by requestId. */
  readonly waiting: WaitingRequests;
}

function frameOf({ type, time, opcode, data }: HarMessage, own: OpenConnection): Timed[] {
  const at = time * 1000;
  const { reader } = own.requests;
  if (reader && type !== 'send' && type !== 'request')
    return opcode === 1 ? [{ at, entry: reader.frame(data, own.connection, own.waiting) }] : [];
  const wire = opcode === 1 ? bodyIn(data) : undefined;
  if (type === 'send' || type === 'request') {
    const asked = isObject(wire) ? requestIn(wire, at, own) : [];
    return asked.length === 0 && reader ? [rawRequest(at, own)] : asked;
  }
  if (!isObject(wire)) return [];
  const requestId = typeof wire['requestId'] === 'string' ? wire['requestId'] : '';
  const exchange = own.waiting.get(requestId)?.exchange;
  if (wire['type'] !== 'reply' || exchange === undefined)
    return eventIn(own.dialect, wire, at, own.connection);
  const { code, data: told } = own.requests.answer(wire, undefined);
  const { commandId, commandStatus, ...rest } = told as { commandId?: string; commandStatus?: string };
  const answered = { ...defined({ code, commandId, commandStatus }), data: rest };
  return [{ at, entry: { kind: 'reply', exchange, channel: 'ws', ...answered } }];
}

/** What is no request may be answered all the same: on its connection, replies prove little. */
function rawRequest(at: number, { requests, connection, client }: OpenConnection): Timed {
  const place = { exchange: requests.nextExchange(), channel: 'ws', connection } as const;
  return { at, entry: { kind: 'request', ...place, what: 'raw', ...defined({ client }) } };
}

function requestIn(wire: Record<string, unknown>, at: number, own: OpenConnection): Timed[] {
  const { dialect, requests, connection, client, waiting } = own;
  const read = dialect.shapes.wsRequest.decode(wire);
  if (!read.ok) return [];
  const { topic, requestId, data } = read.value;
  const exchange = requests.nextExchange();
  const asked = frameFacts(dialect, { topic, data }) ?? { what: 'raw' };
  waiting.set(requestId, { exchange, facts: asked });
  const facts = { ...asked, ...defined({ client }), connection, requestId, seen: { from: at, to: at } };
  return [{ at, entry: { kind: 'request', exchange, channel: 'ws', ...facts } }];
}

function eventIn(dialect: Dialect, wire: Record<string, unknown>, at: number, connection: string): Timed[] {
  const read = dialect.shapes.wsEvent.decode(wire);
  if (!read.ok) return [];
  const { topic, eventId, data } = read.value;
  const state = topic === 'device.state.changed' ? dialect.shapes.stateChanged.decode(data) : undefined;
  const notice = dialect.shapes.deviceNotice.decode(data);
  const odd = isEventTopic(topic) ? undefined : ('topic' as const);
  const deviceId = state?.ok ? state.value.deviceId : notice.ok ? notice.value.deviceId : undefined;
  const told = state?.ok ? { changes: state.value.changes } : undefined;
  const more = defined({ eventId, odd, deviceId, data: told });
  return [{ at, entry: { kind: 'event', connection, topic, ...more } }];
}
