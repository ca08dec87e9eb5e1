// Lets an instance decide on what all know: an answer that rests on something old is worked out again. A refusal has
// changed nothing, so that asking twice does no harm.
import type { ErrorCode } from '../../contract/error-codes.js';
import { type ServiceResult, unkept } from '../service/outcome.js';
import type { ServedService } from '../service/service.js';
import { Behind, LinkDown } from './link.js';
import type { ClusterNode } from './node.js';

/** What may only seem to be so, as the news has not come yet. */
const DOUBTFUL: ReadonlySet<ErrorCode> = new Set([
  'DEVICE_NOT_FOUND',
  'DEVICE_EXISTS',
  'DEVICE_OFFLINE',
  'PASSWORD_INVALID',
  'COMMAND_NOT_FOUND',
  'INVALID_PARAMETER',
  'APP_DISABLED',
]);

/** An instance that is always behind would never answer. */
const MOST_TURNS = 50;

/** They decide nothing, or at once by what this instance has. */
const AS_IT_IS: ReadonlySet<string> = new Set<keyof ServedService>([
  'admitMessage',
  'giveBack',
  'subscribe',
  'usualProfile',
]);

type Outcome = ServiceResult<unknown>;
type Run = () => unknown;

export function upToDate(service: ServedService, node: ClusterNode): ServedService {
  const generation = node.generationName;
  const served: Record<string, unknown> = { ...service };
  for (const [method, decide] of Object.entries(service)) {
    if (AS_IT_IS.has(method)) continue;
    const inner = decide as (...given: never[]) => unknown;
    served[method] = (...given: never[]): unknown => {
      const run: Run = () => {
        // A request from before a reset must not be carried out after it.
        if (node.generationName !== generation) throw new LinkDown('the cluster has been reset');
        return inner(...given);
      };
      const first = tried(run);
      return first && isSure(first) ? first : again(run, first, node);
    };
  }
  return served as unknown as ServedService;
}

/** What is there at once stays so; a promise is another matter. */
function isSure(outcome: Outcome | Promise<Outcome>): outcome is Outcome {
  return !(outcome instanceof Promise) && (outcome.ok || !DOUBTFUL.has(outcome.refusal.code));
}

async function again(
  run: Run,
  first: Outcome | Promise<Outcome> | undefined,
  node: ClusterNode,
): Promise<Outcome> {
  try {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const outcome = await inTime(turn === 0 && first ? () => first : run);
      if (outcome && (isSure(outcome) || !(await node.scripts.fence()))) return outcome;
    }
  } catch (error) {
    if (!(error instanceof LinkDown)) throw error;
  }
  return unkept();
}

/** Undefined where it has to be done again. */
async function inTime(run: Run): Promise<Outcome | undefined> {
  try {
    return (await run()) as Outcome;
  } catch (error) {
    if (error instanceof Behind) return undefined;
    throw error;
  }
}

/** Undefined where it could not be done at once for want of the store. */
function tried(run: Run): Outcome | Promise<Outcome> | undefined {
  try {
    return run() as Outcome | Promise<Outcome>;
  } catch (error) {
    if (error instanceof Behind || error instanceof LinkDown) return undefined;
    throw error;
  }
}
