// Replies that carry what another request of their connection, in flight at the same time, has asked for.
import { SUCCESS } from '../../contract/error-codes.js';
import { mayOverlap } from '../../kernel/interval.js';
import { isObject } from '../../kernel/json.js';
import { canonical } from './canonical.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { commandIn } from './sightings.js';
import { type AnsweredCall, isRaw } from './trace-view.js';

/** What a reply shows belongs to its own request, or proves a mix-up when it belongs to a neighbour. */
export const mixedUp: Invariant = {
  name: 'mixed-up',
  rules: ['ws.correlation'],
  judge: ({ answered }) => {
    const told = answered.filter(
      (each) => each.request.channel === 'ws' && each.reply.code === SUCCESS && !isRaw(each),
    );
    return told.flatMap((each) => {
      const neighbours = told.filter(
        (other) =>
          other.id !== each.id &&
          other.request.connection === each.request.connection &&
          mayOverlap(other.span, each.span),
      );
      return neighbours.length === 0 ? [] : judgeReply(each, neighbours);
    });
  },
};

function judgeReply(each: AnsweredCall, neighbours: readonly AnsweredCall[]): readonly InvariantJudgement[] {
  const { request } = each;
  const command = commandIn(each.reply.data);
  const asks = request.operation !== undefined;
  if (!asks) {
    const owner = command && neighbours.find((other) => other.request.operation !== undefined);
    return owner ? [mixUp(each, owner, `a command in reply to ${request.what}`)] : [own(each)];
  }
  if (!command) {
    const owner = neighbours.find((other) => other.request.operation === undefined);
    const shown =
      isObject(each.reply.data) && 'device' in each.reply.data ? 'the state of a device' : 'no command';
    return owner ? [mixUp(each, owner, `${shown} in reply to ${request.operation?.name ?? ''}`)] : [];
  }
  if (each.reply.mismatches?.length || isShownBy(command, each)) return [own(each)];
  const owner = neighbours.find(
    (other) => other.request.idempotencyKey !== request.idempotencyKey && isShownBy(command, other),
  );
  return owner ? [mixUp(each, owner, `${String(command['operation'])} as that one asked for`)] : [];
}

/** The command is the one that the request asked for, as far as it tells. */
function isShownBy(command: Readonly<Record<string, unknown>>, { request }: AnsweredCall): boolean {
  const { operation, deviceId } = request;
  if (!operation || command['operation'] !== operation.name) return false;
  if (command['deviceId'] !== undefined && command['deviceId'] !== deviceId) return false;
  return command['params'] === undefined || canonical(command['params']) === canonical(operation.params);
}

function own(each: AnsweredCall): InvariantJudgement {
  return judgement('ws.correlation', true, 'a reply to its own request', 'it is one', each.id);
}

function mixUp(each: AnsweredCall, owner: AnsweredCall, actual: string): InvariantJudgement {
  const expected = `a reply to request ${each.id}, not to its neighbour ${owner.id}`;
  return judgement('ws.correlation', false, expected, actual, each.id, owner.id);
}
