// Every invariant, one group a file.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { announcedDelay } from './announced-delay.js';
import { commandOutcome } from './command-outcome.js';
import { commands } from './commands.js';
import { correlation } from './correlation.js';
import { denied } from './denied.js';
import { envelopeInvariant } from './envelope.js';
import { eventState } from './event-state.js';
import { fitting } from './fitting.js';
import type { Invariant } from './invariant.js';
import { keys } from './keys.js';
import { mixedUp } from './mixed-up.js';
import { oneAtATime } from './one-at-a-time.js';
import { rateLimits } from './rate-limits.js';
import { readable } from './readable.js';
import { refreshSpacing } from './refresh-spacing.js';
import { statusCodes } from './status-codes.js';
import { tickets } from './tickets.js';
import { MODEL_INVARIANTS } from './invariants/all.js';
import { wsReplies } from './ws-replies.js';

export const INVARIANTS: readonly Invariant[] = [
  envelopeInvariant,
  fitting,
  denied,
  statusCodes,
  rateLimits,
  announcedDelay,
  wsReplies,
  correlation,
  mixedUp,
  refreshSpacing,
  oneAtATime,
  tickets,
  keys,
  commands,
  commandOutcome,
  readable,
  eventState,
  ...MODEL_INVARIANTS,
];

/** The rules that are judged in every trace: a scenario may cite them without a step of its own. */
export const JUDGED_RULES: ReadonlySet<RuleId> = new Set(INVARIANTS.flatMap(({ rules }) => rules));
