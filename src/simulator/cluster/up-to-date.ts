// Lets an instance decide on what all know: an answer that rests on something old is worked out again. A refusal has
// changed nothing, so that asking twice does no harm.
import type { ErrorCode } from '../../contract/error-codes.js';
import { type ServiceResult, unkept } from '../service/outcome.js';
import type { ServedService } from '../service/service.js';
import { LinkDown } from './link.js';
import { Behind, type ClusterNode } from './node.js';

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

type Method =
  | 'issueToken'
  | 'listDevices'
  | 'refresh'
  | 'readConfig'
  | 'listProfiles'
  | 'readCommand'
  | 'operate'
  | 'addDevice'
  | 'removeDevice'
  | 'changePassword'
  | 'issueTicket'
  | 'openConnection'
  | 'spend'
  | 'admit';
const METHODS: readonly Method[] = [
  'issueToken',
  'listDevices',
  'refresh',
  'readConfig',
  'listProfiles',
  'readCommand',
  'operate',
  'addDevice',
  'removeDevice',
  'changePassword',
  'issueTicket',
  'openConnection',
  'spend',
  'admit',
];

export function upToDate(service: ServedService, node: ClusterNode): ServedService {
  const again = async (run: () => unknown): Promise<ServiceResult<unknown>> => {
    try {
      for (let turn = 0; turn < MOST_TURNS; turn++) {
        const outcome = await inTime(run);
        if (outcome === undefined) continue;
        if (outcome.ok || !DOUBTFUL.has(outcome.refusal.code)) return outcome;
        if (!(await node.fence())) return outcome;
      }
    } catch (error) {
      if (!(error instanceof LinkDown)) throw error;
    }
    return unkept();
  };
  const served = { ...service } as Record<Method, (...given: never[]) => unknown>;
  for (const method of METHODS) {
    const inner = service[method] as (...given: never[]) => unknown;
    served[method] = (...given) => {
      const first = atOnce(() => inner(...given));
      if (first !== undefined && !(first instanceof Promise)) {
        const outcome = first as ServiceResult<unknown>;
        if (outcome.ok || !DOUBTFUL.has(outcome.refusal.code)) return outcome;
      }
      let begun: unknown = first;
      return again(() => {
        const now = begun ?? inner(...given);
        begun = undefined;
        return now;
      });
    };
  }
  return served as unknown as ServedService;
}

/** Undefined where it has to be done again. */
async function inTime(run: () => unknown): Promise<ServiceResult<unknown> | undefined> {
  try {
    return (await run()) as ServiceResult<unknown>;
  } catch (error) {
    if (error instanceof Behind) return undefined;
    throw error;
  }
}

function atOnce(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
