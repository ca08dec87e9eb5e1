// The messages of the WebSocket channel for AsyncAPI: requests, replies, refusals and events.
import { wsReply } from '../contract/schemas/message.js';
import { EVENT_TOPICS, type EventTopic, REQUEST_TOPICS, type RequestTopic } from '../contract/topics.js';
import type { Dialect, ShapeSchema } from '../dialect/dialect.js';
import { refer } from './components.js';
import { meaningOf, refusalSchema, successSchema } from './envelope.js';
import { has } from './has.js';
import { EVENT_DATA } from './payloads.js';
import { refusalsOfTopic } from './refusals.js';

type Part = Readonly<Record<string, unknown>>;

export const SUMMARIES: Readonly<Record<RequestTopic | EventTopic, string>> = {
  'session.ping': 'Application-level heartbeat',
  'device.state.get': 'Refreshes and returns the state of one device',
  'device.operation.execute': 'Executes a device write operation',
  'device.connection.online': 'The device came online',
  'device.connection.offline': 'The device went offline',
  'device.state.changed': 'A relay or a digital input changed its state',
  'device.power.lost': 'The device lost power',
  'device.power.restored': 'The power is back',
  'device.rs485.received': 'RS485 data arrived for which no request was waiting',
};

const REPLY: Readonly<Record<RequestTopic, ShapeSchema>> = {
  'session.ping': { type: 'object' },
  'device.state.get': refer('deviceDetail'),
  'device.operation.execute': {
    type: 'object',
    properties: { command: refer('command') },
    required: ['command'],
  },
};

const REQUEST: Partial<Record<RequestTopic, ShapeSchema>> = {
  'device.state.get': refer('stateRequest'),
  'device.operation.execute': refer('executeRequest'),
};

/** By name: a topic, a topic with `.reply`, or a topic with `.refusal`. */
export function asyncApiMessages(dialect: Dialect): Record<string, Part> {
  const requests = REQUEST_TOPICS.flatMap((topic): [string, Part][] => [
    [topic, correlated(topic, SUMMARIES[topic], requestSchema(dialect, topic))],
    [
      `${topic}.reply`,
      correlated(`${topic}.reply`, `Answers ${topic}`, successSchema(wsReply, REPLY[topic])),
    ],
    [`${topic}.refusal`, refusalMessage(dialect, topic)],
  ]);
  const events = eventMessages(dialect).map((topic): [string, Part] => [
    topic,
    message(topic, SUMMARIES[topic], eventSchema(dialect, topic)),
  ]);
  return Object.fromEntries([...requests, ...events]);
}

/** A server without RS485 hears nothing there either. */
export function eventMessages(dialect: Dialect): readonly EventTopic[] {
  return EVENT_TOPICS.filter(
    (topic) => topic !== 'device.rs485.received' || has(dialect, { feature: 'rs485' }),
  );
}

/** `data` is one of the interface's own names, and there where the topic wants something. */
function requestSchema(dialect: Dialect, topic: RequestTopic): ShapeSchema {
  const data = REQUEST[topic];
  const frame = dialect.shapes.wsRequest.schema({ fixed: { topic }, ...(data ? { open: { data } } : {}) });
  const required = frame['required'] as readonly string[];
  return data ? { ...frame, required: [...new Set([...required, 'data'])] } : frame;
}

function eventSchema(dialect: Dialect, topic: EventTopic): ShapeSchema {
  return dialect.shapes.wsEvent.schema({ fixed: { topic }, open: { data: refer(EVENT_DATA[topic]) } });
}

function refusalMessage(dialect: Dialect, topic: RequestTopic): Part {
  const codes = refusalsOfTopic(topic);
  const description = codes.map((code) => `\`${dialect.error(code).code}\`: ${meaningOf(code)}`).join('; ');
  return {
    ...correlated(`${topic}.refusal`, `Refuses ${topic}`, refusalSchema(wsReply, codes, dialect)),
    description,
  };
}

function correlated(name: string, summary: string, payload: ShapeSchema): Part {
  return { ...message(name, summary, payload), correlationId: { location: '$message.payload#/requestId' } };
}

function message(name: string, summary: string, payload: ShapeSchema): Part {
  return { name, summary, contentType: 'application/json', payload };
}
