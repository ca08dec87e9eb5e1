// Every style by its id: what a variant may name.
import {
  cachedLists,
  eventsMerged,
  eventsSplit,
  fractionalDelays,
  generousDelays,
  keyRequired,
  oddCommandIds,
  oddTickets,
  tokensReused,
  vainCommands,
} from './service.js';
import {
  coarseClock,
  compatibilityGone,
  extraFields,
  headerCase,
  keepAliveOff,
  noEmptyData,
  oneRequestAtATime,
  otherMessages,
  otherRefusalCodes,
  prettyJson,
  requestIdInSuccesses,
} from './wire.js';
import type { Style } from './style.js';
import { isReply, type Json } from '../wire/edit-messages.js';

/** A fresh style each time: styles hold state of their own. */
const FACTORIES: readonly (() => Style)[] = [
  badFramesClose,
  cachedLists,
  coarseClock,
  compatibilityGone,
  eventsMerged,
  eventsSplit,
  extraFields,
  fractionalDelays,
  framesInBursts,
  framesInTurn,
  generousDelays,
  headerCase,
  keepAliveOff,
  keyRequired,
  lateReplies,
  noEmptyData,
  oddCommandIds,
  oddTickets,
  oneRequestAtATime,
  otherMessages,
  otherRefusalCodes,
  prettyJson,
  requestIdInSuccesses,
  tokensReused,
  vainCommands,
];

export function allStyles(): readonly Style[] {
  return FACTORIES.map((create) => create());
}

export function createStyle(id: string): Style | undefined {
  return allStyles().find((style) => style.id === id);
}

// Styles of frames: legal ways to be different on a WebSocket connection.

// Malformed frames end the connection in good order, instead of getting an error reply.

const MALFORMED = 'INVALID_REQUEST';

function badFramesClose(): Style {
  return {
    id: 'bad-frames-close',
    summary: 'A malformed frame closes its connection with 1008.',
    because: 'Nothing is stated of malformed frames, and a connection can close at any time.',
    session: (next) => (caller, socket) =>
      next(caller, {
        ...socket,
        send: (text, onSent) => {
          const frame = JSON.parse(text) as Json;
          if (isReply(frame) && frame['code'] === MALFORMED)
            socket.close({ code: 1008, reason: 'malformed' });
          else socket.send(text, onSent);
        },
      }),
  };
}

// Frames leave in bursts, as a proxy that gathers them sends them: all of a beat at once, in their order.

/** Ms from one burst to the next. */
const BEAT = 700;

function framesInBursts(): Style {
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

// A service that reads the next frame of a connection when it has answered the one before.

/** Frames that may wait; a client sends fewer before it waits itself. */
const MOST_WAITING = 1000;

function framesInTurn(): Style {
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

// Replies on WebSocket take their time, each its own: they overtake one another, and come after their events.

/** Ms by which a reply is late, at least and at most. */
const LEAST = 20;
const MOST = 400;

function lateReplies(): Style {
  return {
    id: 'late-replies',
    summary: 'Replies on WebSocket come 20 to 400 ms late, overtake one another and follow their events.',
    because: 'requestId correlates replies; neither their order nor that of replies and events is stated.',
    session:
      (next, { clock, random }) =>
      (caller, socket) => {
        const stream = random.stream('late-replies');
        let open = true;
        const session = next(caller, {
          ...socket,
          send: (text, onSent) => {
            if (!isReply(JSON.parse(text) as Json)) {
              socket.send(text, onSent);
              return;
            }
            clock.setTimer('late reply', stream.integer(LEAST, MOST), () => {
              if (open) socket.send(text, onSent);
            });
          },
          close: (why) => {
            open = false;
            socket.close(why);
          },
        });
        return {
          receive: (text) => session.receive(text),
          end: () => {
            open = false;
            session.end();
          },
        };
      },
  };
}
