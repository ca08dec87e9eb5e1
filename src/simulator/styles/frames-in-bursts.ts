// Frames leave in bursts, as a proxy that gathers them sends them: all of a beat at once, in their order.
import type { Style } from './style.js';

/** Ms from one burst to the next. */
const BEAT = 700;

export function framesInBursts(): Style {
  return {
    id: 'frames-in-bursts',
    summary: 'Replies and events on WebSocket leave in bursts, 700 ms apart, in their order.',
    because: 'No time is stated within which a reply or an event comes; a network may hold frames back.',
    session:
      (next, { clock }) =>
      (caller, socket) => {
        let waiting: (() => void)[] = [];
        const flush = (): void => {
          const burst = waiting;
          waiting = [];
          for (const send of burst) send();
        };
        const session = next(caller, {
          ...socket,
          send: (text, onSent) => {
            if (waiting.length === 0) clock.setTimer('burst of frames', BEAT - (clock.now() % BEAT), flush);
            waiting.push(() => socket.send(text, onSent));
          },
          close: (why) => {
            flush();
            socket.close(why);
          },
        });
        return {
          receive: (text) => session.receive(text),
          end: () => {
            waiting = [];
            session.end();
          },
        };
      },
  };
}
