// A service that reads the next frame of a connection when it has answered the one before.
import { isReply, type Json } from '../wire/edit-messages.js';
import type { Style } from './style.js';

/** Frames that may wait; a client sends fewer before it waits itself. */
const MOST_WAITING = 1000;

export function framesInTurn(): Style {
  return {
    id: 'frames-in-turn',
    summary: 'Frames of one connection are served one after the other.',
    because: 'That requests of one connection are served side by side is nowhere said.',
    session: (next) => (caller, socket) => {
      const waiting: string[] = [];
      let serving = false;
      const serve = (): void => {
        const text = serving ? undefined : waiting.shift();
        if (text === undefined) return;
        serving = true;
        session.receive(text);
      };
      const session = next(caller, {
        ...socket,
        send: (text, onSent) => {
          socket.send(text, onSent);
          if (!isReply(JSON.parse(text) as Json)) return;
          serving = false;
          serve();
        },
      });
      return {
        receive: (text) => {
          if (waiting.length < MOST_WAITING) waiting.push(text);
          serve();
        },
        end: () => {
          waiting.length = 0;
          session.end();
        },
      };
    },
  };
}
