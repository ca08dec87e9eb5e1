// A call as a WebSocket frame: topic and data, in the names of the dialect.
import type { RequestTopic } from '../../../contract/topics.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { AssertionError } from '../../../kernel/assert.js';
import { isObject } from '../../../kernel/json.js';
import type { RequestFacts } from '../../../trace/record.js';
import { type Call, writable } from '../call.js';
import { asWritten } from './as-written.js';
import { parseJson } from './parse-json.js';
import { respelled } from './respell.js';

export interface PreparedFrame {
  readonly facts: RequestFacts;
  readonly text: string;
  /** The frame as the trace shows it. */
  readonly shown: unknown;
  /** Undefined when a frame written by hand has none. */
  readonly requestId?: string;
}

export function prepareFrame(dialect: Dialect, given: Call, requestId: string): PreparedFrame {
  const call = writable(dialect, given);
  const frame = (topic: RequestTopic, data: object, facts: Omit<RequestFacts, 'what'>): PreparedFrame => {
    const shown = dialect.shapes.wsRequest.encode({ topic, requestId, data });
    return { facts: { what: topic, ...facts }, text: JSON.stringify(shown), shown, requestId };
  };
  switch (call.name) {
    case 'ping':
      return frame('session.ping', {}, {});
    case 'refresh': {
      const { deviceId } = call;
      return frame('device.state.get', dialect.shapes.stateRequest.encode({ deviceId }), { deviceId });
    }
    case 'operate': {
      const { deviceId, operation, idempotencyKey } = call;
      const key = idempotencyKey === undefined ? {} : { idempotencyKey };
      const data = dialect.executeRequest.encode({ deviceId, operation, ...key });
      const asked = asWritten(dialect, operation);
      const request = frame('device.operation.execute', data, { deviceId, operation: asked, ...key });
      return call.respelled ? { ...request, text: respelled(request.shown) } : request;
    }
    case 'frame':
      return byHand(dialect, call.text);
    default:
      throw new AssertionError(`a ${call.name} does not travel over WebSocket`);
  }
}

function byHand(dialect: Dialect, text: string): PreparedFrame {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : text;
  const requestId = parsed.ok ? requestIdIn(dialect, parsed.value) : undefined;
  return {
    facts: { what: 'raw' },
    text,
    shown: value,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** The name of the field is fixed by the interface, but a dialect may put it into an object. */
function requestIdIn(dialect: Dialect, frame: unknown): string | undefined {
  const decoded = dialect.shapes.wsRequest.decode(frame);
  if (decoded.ok) return decoded.value.requestId;
  const given = isObject(frame) ? frame['requestId'] : undefined;
  return typeof given === 'string' ? given : undefined;
}
