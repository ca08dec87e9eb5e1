// Connects a socket with a session: passes received frames to the session, and what it sends to the socket. The
// library reads; the text frames of the service are written past it, in one piece each.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../../kernel/clock.js';
import { FRAME_LIMITS } from '../../limits/limits.js';
import type { ApiClient } from '../../service/access.js';
import type { Upgrade } from '../../service/origin.js';
import type { ServerParts } from '../server-parts.js';
import { CLOSE_CODES } from './close-codes.js';
import type { SessionSocket } from './session.js';
import type { TextFrame } from './text-frame.js';

/** Stands for a connection that was cut; it never appears in a close frame (RFC 6455, 7.4.1). */
const ABNORMAL = 1006;

/** A connection whose handshake is done. */
export interface Opened {
  readonly webSocket: WebSocket;
  /** The socket below it. */
  readonly wire: Duplex;
  readonly upgrade: Upgrade | undefined;
}

export function tie(
  parts: Pick<ServerParts, 'openSession' | 'settings' | 'machine' | 'onBug'>,
  frameOf: (text: string) => TextFrame,
  client: ApiClient,
  { webSocket, wire, upgrade }: Opened,
): void {
  const isOpen = (): boolean => webSocket.readyState === webSocket.OPEN;
  const socket: SessionSocket = {
    send: (text, onSent) => {
      if (!isOpen()) return;
      wire.write(frameOf(text), 'latin1');
      onSent?.();
    },
    close: (why) => {
      const { code, reason } = typeof why === 'string' ? CLOSE_CODES[why] : why;
      // A client that does not read would not read the closing handshake either.
      if (why === 'tooSlow' || code === ABNORMAL) webSocket.terminate();
      else webSocket.close(code, reason);
    },
    backlog: () => webSocket.bufferedAmount,
    setReading: (on) => (on ? webSocket.resume() : webSocket.pause()),
  };
  const session = parts.openSession(client, socket, upgrade);
  // What fails here ends this connection, and no other.
  const contained = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      parts.onBug?.(error);
      socket.close('failed');
    }
  };
  webSocket.on('message', (data, isBinary) => {
    // Requests that arrive after the service has sent its close frame are not carried out.
    if (!isOpen()) return;
    if (isBinary) socket.close('binary');
    else contained(() => session.receive((data as Buffer).toString('utf8')));
  });
  const flood = createFloodGate(parts.machine);
  // The library answers pings by itself; for a client that does not read, the answers must not pile up.
  webSocket.on('ping', () => {
    if (webSocket.bufferedAmount > parts.settings.maxBacklogBytes) socket.close('tooSlow');
    else if (flood.isOver()) socket.close('flooding');
  });
  webSocket.on('pong', () => {
    if (flood.isOver()) socket.close('flooding');
  });
  // The library has begun to close with the code that fits: 1002, 1007 or 1009.
  webSocket.on('error', () => undefined);
  webSocket.on('close', () => contained(() => session.end()));
}

/** Counts pings and pongs, which no quota counts. */
function createFloodGate(machine: Pick<Clock, 'now'>): { isOver(): boolean } {
  let second = 0;
  let seen = 0;
  return {
    isOver: () => {
      const now = Math.floor(machine.now() / 1000);
      if (now !== second) {
        second = now;
        seen = 0;
      }
      return ++seen > FRAME_LIMITS.maxPings;
    },
  };
}
