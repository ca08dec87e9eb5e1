// A server may answer a command first and carry it out later: waits until the command of a reply has ended, so that
// what comes next does not meet a device at work.
import { SUCCESS } from '../../contract/error-codes.js';
import { commandStatus, isFinal } from '../../contract/schemas/scalars.js';
import { isObject } from '../../kernel/json.js';
import type { Exchange, CallOutcome } from './call.js';
import type { Target } from './target.js';
import { waitUntil } from './wait-until.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

export interface WaitForEnd {
  /** Who reads the command. */
  readonly client: string;
  /** When nothing is waited for any more; clock time in ms. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns at once where the reply tells of no command that goes on. */
export async function untilEnded(
  target: Pick<Target, 'clock' | 'request'>,
  outcome: CallOutcome,
  { client, until, signal }: WaitForEnd,
): Promise<void> {
  const { clock } = target;
  const running = runningIn(outcome);
  if (running === undefined) return;
  for (let pause = FIRST_PAUSE; clock.now() + pause <= until; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    if (!(await waitUntil(clock, clock.now() + pause, signal))) return;
    const read = await target.request(
      { name: 'readCommand', commandId: running },
      { client, ...(signal && { signal }) },
    );
    if (hasEnded(read)) return;
  }
}

/** A command that cannot be found any more is not waited for either. */
function hasEnded({ outcome }: Exchange): boolean {
  if (outcome.kind !== 'reply') return false;
  if (outcome.reply.code !== SUCCESS) return outcome.reply.status === 403 || outcome.reply.status === 404;
  return runningIn(outcome) === undefined;
}

/** The identifier of the command that has not ended. */
function runningIn(outcome: CallOutcome): string | undefined {
  if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS) return undefined;
  const { data } = outcome.reply;
  const command = isObject(data) ? data['command'] : undefined;
  if (!isObject(command)) return undefined;
  const { commandId, status } = command;
  const known = commandStatus.safeParse(status);
  return typeof commandId === 'string' && known.success && !isFinal(known.data) ? commandId : undefined;
}
