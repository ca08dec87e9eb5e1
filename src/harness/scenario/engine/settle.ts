// Commands may end within their request or later: waits until one has, by reading it.
import { isFinal, commandStatus } from '../../../contract/schemas/scalars.js';
import { isObject } from '../../../kernel/json.js';
import { sendPatiently, type Sent } from './send.js';
import { blocked, type Halt, pauseUntil, type ExecutionContext } from './execution-context.js';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

/** The reply with the command as it ended; replies without a running command come back as they are. */
export async function settleCheck(
  context: ExecutionContext,
  sent: Sent,
  client: string,
): Promise<Sent | Halt> {
  const { command } = sent.view;
  if (!isObject(command) || !isRunning(command['status'])) return sent;
  const commandId = command['commandId'];
  if (typeof commandId !== 'string') return sent;
  const giveUpAt = context.clock.now() + context.patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const halt = await pauseUntil(
      context,
      context.clock.now() + pause,
      `waiting for command ${commandId} to end`,
    );
    if (halt) return halt;
    const read = await sendPatiently(context, {
      call: { name: 'readCommand', commandId },
      route: { via: 'rest', client },
      device: undefined,
      cut: false,
    });
    if ('kind' in read) return read;
    const now = read.view['command'];
    if (isObject(now) && !isRunning(now['status']))
      return { exchange: sent.exchange, view: { ...sent.view, command: { ...command, ...now } } };
    if (context.clock.now() > giveUpAt) return blocked(`command ${commandId} has not ended`);
  }
}

function isRunning(status: unknown): boolean {
  const known = commandStatus.safeParse(status);
  return known.success && !isFinal(known.data);
}
