// The second judge: whether a piece of a trace contradicts a rule. It was written from the rules alone and knows nothing
// of the first; of the project it has nothing but the format of traces.
import type { TraceRecord } from '../trace/record.js';
import { STATE_RULES } from './channels.js';
import { COMMAND_RULES, TURN_RULES } from './commands.js';
import { CONNECTION_RULES } from './connections.js';
import { EVENT_RULES } from './events.js';
import { readPiece, type KnownFacts } from './piece.js';
import { REPLY_RULES } from './replies.js';

export type Opinion =
  /** `by`: the places of the records in the trace that contradict it. */
  | { readonly kind: 'contradicted'; readonly by: readonly number[]; readonly says: string }
  | { readonly kind: 'not contradicted' }
  | { readonly kind: 'cannot be said'; readonly why: string };

/** Rules of which no trace can tell, and why. */
export const UNTOLD: Readonly<Record<string, string>> = {
  'devices.password': 'passwords are not in a trace',
  'refresh.per-device': 'a 429 is legal at any moment',
  'refresh.busy-is-free': 'a 429 is legal at any moment',
  'busy.per-device': 'a device may be busy with something else',
  'limits.shared-per-client': 'no quota is given in numbers',
  'limits.control-stricter': 'no quota is given in numbers',
};

const TABLES = [REPLY_RULES, COMMAND_RULES, TURN_RULES, STATE_RULES, EVENT_RULES, CONNECTION_RULES];

/** Reads the piece once, and then judges it by any rule. */
export function createSecondJudge(
  records: readonly TraceRecord[],
  known: KnownFacts = {},
): (rule: string) => Opinion {
  const piece = readPiece(records, known);
  return (rule) => {
    const sights = TABLES.flatMap((table) => table[rule] ?? []).flatMap((check) => [...check(piece)]);
    const wrong = sights.find((sight) => typeof sight === 'object');
    if (wrong) return { kind: 'contradicted', ...wrong };
    // Where a reply cannot be told to be a success, or to be the one of its request, nothing is known to be kept.
    if (sights.includes(true) && !sights.includes('open') && !piece.garbled)
      return { kind: 'not contradicted' };
    return { kind: 'cannot be said', why: UNTOLD[rule] ?? 'nothing in the trace decides it' };
  };
}
