// The pairs of HTTP status and code that the interface states.
import { STATUS_OF_CODE, SUCCESS } from '../../contract/error-codes.js';
import { type Invariant, judgement } from './invariant.js';
import { answerWords, isRaw } from './trace-view.js';

export const statusCodes: Invariant = {
  name: 'status-codes',
  rules: ['envelope.status-code-pairs'],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => exchange.reply.channel === 'rest' && !isRaw(exchange))
      .flatMap((exchange) => {
        const { status, code } = exchange.reply;
        if (status === undefined || code === undefined) return [];
        const due = STATUS_OF_CODE[code];
        // Refusals with a code of their own may have any status but the one of success.
        const held = due === undefined ? status !== 200 : due === status;
        const expected =
          due === undefined
            ? `${code} with a status other than 200, which is that of ${SUCCESS}`
            : `${due} ${code}`;
        return judgement(
          'envelope.status-code-pairs',
          held,
          expected,
          () => answerWords(exchange),
          exchange.id,
        );
      }),
};
