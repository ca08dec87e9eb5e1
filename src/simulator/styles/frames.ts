// Styles of frames: legal ways to be different on a WebSocket connection.
import type { Edge, EdgeContext } from '../edge/edge.js';
import { isReply, type Json, texts } from '../edge/helpers.js';
import { styles } from './style.js';

/** Ms from one burst to the next. */
const BEAT = 700;

/** Frames that may wait; a client sends fewer before it waits itself. */
const MOST_WAITING = 1000;

/** Ms by which a reply is late, at least and at most. */
const LEAST = 20;
const MOST = 400;

export const FRAME_STYLES = styles({
  // Malformed frames end the connection in good order, instead of getting an error reply.
  'bad-frames-close': {
    summary: 'A malformed frame closes its connection with 1008.',
    because: 'Nothing is stated of malformed frames, and a connection can close at any time.',
    edge: texts(() => ({
      sent: (text, pass, socket) => {
        const frame = JSON.parse(text) as Json;
        const isMalformed = isReply(frame) && frame['code'] === 'INVALID_REQUEST';
        if (isMalformed) socket.close({ code: 1008, reason: 'malformed' });
        else pass();
      },
    })),
  },
  // Frames leave in bursts, as a proxy that gathers them sends them: all of a beat at once, in their order.
  'frames-in-bursts': {
    summary: 'Replies and events on WebSocket leave in bursts, 700 ms apart, in their order.',
    because: 'No time is stated within which a reply or an event comes; a network may hold frames back.',
    edge: inBursts,
  },
  // A service that reads the next frame of a connection when it has answered the one before.
  'frames-in-turn': {
    summary: 'Frames of one connection are served one after the other.',
    because: 'That requests of one connection are served side by side is nowhere said.',
    edge: texts(() => {
      const waiting: (() => void)[] = [];
      let serving = false;
      const serve = (): void => {
        const next = serving ? undefined : waiting.shift();
        if (!next) return;
        serving = true;
        next();
      };
      return {
        sent: (text, pass) => {
          pass();
          if (!isReply(JSON.parse(text) as Json)) return;
          serving = false;
          serve();
        },
        received: (_, pass) => {
          if (waiting.length < MOST_WAITING) waiting.push(pass);
          serve();
        },
        ended: () => (waiting.length = 0),
      };
    }),
  },
  // Replies on WebSocket take their time, each its own: they overtake one another, and come after their events.
  'late-replies': {
    summary: 'Replies on WebSocket come 20 to 400 ms late, overtake one another and follow their events.',
    because: 'requestId correlates replies; neither their order nor that of replies and events is stated.',
    edge: withLateReplies,
  },
});

function inBursts({ clock }: EdgeContext): Edge {
  return texts(() => {
    let waiting: (() => void)[] = [];
    const flush = (): void => {
      const burst = waiting;
      waiting = [];
      for (const send of burst) send();
    };
    return {
      sent: (_, pass) => {
        if (waiting.length === 0) clock.setTimer('burst of frames', BEAT - (clock.now() % BEAT), flush);
        waiting.push(pass);
      },
      closing: flush,
      ended: () => (waiting = []),
    };
  });
}

function withLateReplies({ clock, random }: EdgeContext): Edge {
  return texts(() => {
    const stream = random.stream('late-replies');
    let open = true;
    const end = (): void => void (open = false);
    return {
      sent: (text, pass) => {
        if (!isReply(JSON.parse(text) as Json)) return pass();
        clock.setTimer('late reply', stream.integer(LEAST, MOST), () => open && pass());
      },
      closing: end,
      ended: end,
    };
  });
}
