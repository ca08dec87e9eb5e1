// Every style by its id: what a variant may name.
import { badFramesClose, framesInBursts, framesInTurn, lateReplies } from './frames.js';
import {
  cachedLists,
  eventsMerged,
  eventsSplit,
  fractionalDelays,
  generousDelays,
  keyRequired,
  oddCommandIds,
  oddTickets,
  tokensReused,
  vainCommands,
} from './service.js';
import {
  coarseClock,
  compatibilityGone,
  extraFields,
  headerCase,
  keepAliveOff,
  noEmptyData,
  oneRequestAtATime,
  otherMessages,
  otherRefusalCodes,
  prettyJson,
  requestIdInSuccesses,
} from './wire.js';
import type { Style } from './style.js';

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
