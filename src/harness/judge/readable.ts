// A command that a client has just been given can be read by that client (commands.readable).
import { SUCCESS } from '../../contract/error-codes.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { sightingOf, successesWithCommand } from './sightings.js';
import { answerWords } from './trace-view.js';

/** How long commands are kept is not stated: this long, in ms, they must be. */
const SURELY_KEPT = 60_000;

export const readable: Invariant = {
  name: 'readable',
  rules: ['commands.readable'],
  judge: ({ answered }) => {
    const given = successesWithCommand(answered).flatMap(sightingOf);
    return answered.flatMap((read): InvariantJudgement[] => {
      const { what, commandId, client } = read.request;
      if (what !== 'commands.read' || commandId === undefined) return [];
      const origin = given.find(
        ({ exchange, commandId: id }) =>
          id === commandId &&
          exchange.request.client === client &&
          exchange.span.to < read.span.from &&
          read.span.to - exchange.span.to < SURELY_KEPT,
      );
      const gone = read.reply.status === 404 || read.reply.status === 410;
      if (!origin || (!gone && read.reply.code !== SUCCESS)) return [];
      const expected = `the command ${commandId}, which was given a moment ago`;
      return [
        judgement('commands.readable', !gone, expected, answerWords(read), read.id, origin.exchange.id),
      ];
    });
  },
};
