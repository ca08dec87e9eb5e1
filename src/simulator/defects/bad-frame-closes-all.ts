// One malformed frame brings down the connections of everybody.
import type { SessionSocket } from '../transport/websocket/session.js';
import type { Defect } from './defect.js';

export function badFrameClosesAll(): Defect {
  return {
    id: 'bad-frame-closes-all',
    rule: 'ws.bad-frame-survives',
    summary: 'A malformed frame closes the connections of all clients.',
    session: (next) => {
      const sockets = new Set<SessionSocket>();
      return (caller, socket) => {
        sockets.add(socket);
        const session = next(caller, socket);
        return {
          receive: (text) => {
            if (text.trimStart().startsWith('{')) session.receive(text);
            else for (const each of sockets) each.close('unreadable');
          },
          end: () => {
            sockets.delete(socket);
            session.end();
          },
        };
      };
    },
  };
}
