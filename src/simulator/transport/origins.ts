// Makes the origins of requests and connections when they arrive. A reset does not restart their numbers.
import type { EndpointName } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import type { Connection, RestOrigin, SeenRequest, WebSocketOrigin } from '../service/origin.js';

export interface Origins {
  /** @param path without the query. */
  request(method: string, path: string, endpoint: EndpointName | undefined, seen?: SeenRequest): RestOrigin;
  /** The opening of a connection, which gets the next number. */
  opening(clientId: string): WebSocketOrigin;
  /** @param topic undefined when the frame names none. */
  message(connection: Connection, topic: string | undefined, requestId: string): WebSocketOrigin;
}

export function createOrigins(clock: Pick<Clock, 'now'>): Origins {
  let arrived = 0;
  let opened = 0;
  const onWebSocket = (
    connection: Connection,
    topic: string | undefined,
    requestId: string | undefined,
  ): WebSocketOrigin => ({
    channel: 'ws',
    ordinal: ++arrived,
    at: clock.now(),
    row: undefined,
    connection,
    topic,
    requestId,
  });
  return {
    request: (method, path, endpoint, seen) => ({
      channel: 'rest',
      ordinal: ++arrived,
      at: seen ? seen.to : clock.now(),
      row: undefined,
      method,
      path,
      endpoint,
      seen,
    }),
    opening: (clientId) =>
      onWebSocket(
        { id: `ws-${++opened}`, clientId, openedAt: clock.now(), ended: false },
        undefined,
        undefined,
      ),
    message: onWebSocket,
  };
}
