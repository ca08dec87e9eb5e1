// Every style by its id: what a variant may name.
import { badFramesClose } from './bad-frames-close.js';
import { cachedLists } from './cached-lists.js';
import { coarseClock } from './coarse-clock.js';
import { compatibilityGone } from './compatibility-gone.js';
import { eventsMerged } from './events-merged.js';
import { eventsSplit } from './events-split.js';
import { extraFields } from './extra-fields.js';
import { fractionalDelays } from './fractional-delays.js';
import { framesInBursts } from './frames-in-bursts.js';
import { framesInTurn } from './frames-in-turn.js';
import { generousDelays } from './generous-delays.js';
import { headerCase } from './header-case.js';
import { keepAliveOff } from './keep-alive-off.js';
import { keyRequired } from './key-required.js';
import { lateReplies } from './late-replies.js';
import { noEmptyData } from './no-empty-data.js';
import { oddCommandIds } from './odd-command-ids.js';
import { oddTickets } from './odd-tickets.js';
import { oneRequestAtATime } from './one-request-at-a-time.js';
import { otherMessages } from './other-messages.js';
import { otherRefusalCodes } from './other-refusal-codes.js';
import { prettyJson } from './pretty-json.js';
import { requestIdInSuccesses } from './request-id-in-successes.js';
import type { Style } from './style.js';
import { tokensReused } from './tokens-reused.js';
import { vainCommands } from './vain-commands.js';

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
