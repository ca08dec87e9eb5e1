// Holds what the simulator really answers to the documents that describe it.
import { ENDPOINTS } from '../../src/contract/endpoints.js';
import { isRequestTopic } from '../../src/contract/topics.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import type { Edge } from '../../src/simulator/edge/edge.js';
import { texts } from '../../src/simulator/edge/helpers.js';
import type { RestReply, RestRequest } from '../../src/simulator/transport/rest/message.js';
import { contractRouter } from '../../src/simulator/transport/rest/router.js';
import { asyncApiDocument } from '../../src/specification/async-api.js';
import { openApiDocument } from '../../src/specification/open-api.js';
import { createChecker } from './schema-checker.js';

interface Documented {
  /** `devices.read 200`, `session.ping.reply`: what has been held to the documents so far. */
  readonly seen: ReadonlySet<string>;
  rest(request: RestRequest, reply: RestReply): void;
  /** Holds the frames of the sessions of a simulator. */
  readonly sessions: Edge;
}

type Responses = Record<string, { content: { 'application/json': { schema: object } } } | undefined>;
type Messages = Record<string, { payload: object } | undefined>;

export function createDocumented(dialect: Dialect): Documented {
  const seen = new Set<string>();
  const rest = restCheck(dialect, seen);
  const document = asyncApiDocument(dialect) as { components: { messages: Messages } };
  const checker = createChecker(document);
  const { messages } = document.components;
  const faultsOf = (name: string, frame: unknown): string[] => checker.faults(messages[name]!.payload, frame);
  const bad = (name: string, frame: unknown, faults: string[]): never => {
    throw new Error(`${name}: ${faults.join('; ')}\n${JSON.stringify(frame)}`);
  };

  const request = (topics: Map<string, string>, text: string): void => {
    const wire: unknown = JSON.parse(text);
    const decoded = dialect.shapes.wsRequest.decode(wire);
    if (!decoded.ok || !isRequestTopic(decoded.value.topic)) return;
    const { requestId, topic } = decoded.value;
    topics.set(requestId, topic);
    if (faultsOf(topic, wire).length === 0) seen.add(topic);
  };
  const frame = (topics: Map<string, string>, text: string): void => {
    const wire = JSON.parse(text) as Record<string, unknown>;
    const topic = topics.get(String(wire['requestId']));
    if (wire['type'] === 'reply' && topic === undefined) return;
    const event = dialect.shapes.wsEvent.decode(wire);
    const kind = wire['code'] === 'SUCCESS' ? 'reply' : 'refusal';
    const name = topic === undefined ? (event.ok ? event.value.topic : 'nothing') : `${topic}.${kind}`;
    const faults = faultsOf(name, wire);
    if (faults.length > 0) bad(name, wire, faults);
    seen.add(name);
  };
  const sessions = texts(() => {
    const topics = new Map<string, string>();
    return {
      sent: (text, pass) => {
        frame(topics, text);
        pass();
      },
      received: (text, pass) => {
        if (text.startsWith('{"')) request(topics, text);
        pass();
      },
    };
  });
  return { seen, rest, sessions };
}

function restCheck(dialect: Dialect, seen: Set<string>): Documented['rest'] {
  const document = openApiDocument(dialect) as {
    paths: Record<string, Record<string, { responses: Responses }>>;
  };
  const checker = createChecker(document);
  const route = contractRouter();
  return ({ method, target }, { status, headers, body }) => {
    const found = route(method, target);
    if ('refusal' in found) return;
    const { path } = ENDPOINTS[found.endpoint];
    const response = document.paths[path]![method.toLowerCase()]!.responses[status];
    if (!response)
      throw new Error(`${found.endpoint} is not documented to answer ${status}: ${String(body)}`);
    const faults = checker.faults(response.content['application/json'].schema, JSON.parse(String(body)));
    if (status === 429 && headers['retry-after'] === undefined) faults.push('no Retry-After');
    if (faults.length > 0)
      throw new Error(`${found.endpoint} ${status}: ${faults.join('; ')}\n${String(body)}`);
    seen.add(`${found.endpoint} ${status}`);
  };
}
