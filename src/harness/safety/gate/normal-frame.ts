// A WebSocket frame in the one form in which the interface and the dialect write it: exactly one reading.
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Effect } from './effect.js';
import { operationEffects } from './operation-effects.js';
import { plainJson, same } from './plain-json.js';
import { createRecent } from './recent.js';

/** What a frame in that form does; undefined when the frame is not in that form. */
export type ReadNormalFrame = (text: string) => readonly Effect[] | undefined;

export function createNormalFrames(dialect: Dialect): ReadNormalFrame {
  const read = createRecent<readonly Effect[] | undefined>();
  return (text) => read(text, () => readFrame(dialect, text));
}

function readFrame(dialect: Dialect, text: string): readonly Effect[] | undefined {
  const frame = plainJson(text);
  const request = frame && dialect.shapes.wsRequest.decode(frame.value);
  if (!request?.ok || !same(dialect.shapes.wsRequest.encode(request.value), frame?.value)) return undefined;
  const { topic, data } = request.value;
  switch (topic) {
    case 'session.ping':
      return data === undefined || same(data, {}) ? [{ kind: 'session' }] : undefined;
    case 'device.state.get': {
      const state = dialect.shapes.stateRequest.decode(data);
      if (!state.ok || !same(dialect.shapes.stateRequest.encode(state.value), data)) return undefined;
      return [{ kind: 'refresh', deviceId: state.value.deviceId }];
    }
    case 'device.operation.execute': {
      const execute = dialect.executeRequest.decode(data);
      if (!execute.ok || !same(dialect.executeRequest.encode(execute.value), data)) return undefined;
      return operationEffects(execute.value.deviceId, execute.value.operation);
    }
    default:
      return undefined;
  }
}

const TICKET = /^\?ticket=[A-Za-z0-9\-_.!~*'()%]*$/;

/** The path of an upgrade, with a ticket or without one. */
export function isUpgrade(path: string): boolean {
  if (!path.startsWith(WEBSOCKET_PATH)) return false;
  const query = path.slice(WEBSOCKET_PATH.length);
  return query === '' || TICKET.test(query);
}
