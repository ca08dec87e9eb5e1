// For defects that treat the channels differently: which of them the service is being called by right now.
import type { Channel } from '../../trace/record.js';
import type { Decoration } from '../decoration.js';

export interface WhichChannel {
  /** Undefined while neither channel calls, as when time alone goes on. */
  current(): Channel | undefined;
  readonly watching: Pick<Decoration, 'rest' | 'session'>;
}

/** The service decides everything about a request before its first wait, so a mark around the call is enough. */
export function whichChannel(): WhichChannel {
  let channel: Channel | undefined;
  const during = <T>(mark: Channel, call: () => T): T => {
    channel = mark;
    try {
      return call();
    } finally {
      channel = undefined;
    }
  };
  return {
    current: () => channel,
    watching: {
      rest: (next) => (request) => during('rest', () => next(request)),
      session: (next) => (caller, socket) => {
        const session = next(caller, socket);
        return { ...session, receive: (text) => during('ws', () => session.receive(text)) };
      },
    },
  };
}
