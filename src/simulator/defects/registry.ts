// Every defect by its id: what `--defect` knows.
import { authenticationOptional, madeUpTokenAccepted } from './authentication-optional.js';
import { badFrameClosesAll } from './bad-frame-closes-all.js';
import { badInputIs500 } from './bad-input-is-500.js';
import { budgetExtendedByRejections } from './budget-extended-by-rejections.js';
import { budgetForAllDevices } from './budget-for-all-devices.js';
import { budgetMissing } from './budget-missing.js';
import { budgetNotShared } from './budget-not-shared.js';
import { budgetPerClient } from './budget-per-client.js';
import { budgetSpentWhenBusy } from './budget-spent-when-busy.js';
import { busyRunsLater } from './busy-runs-later.js';
import { busyWithWrongStatus } from './busy-with-wrong-status.js';
import { changesOfNeighbour } from './changes-of-neighbour.js';
import { commandDiffersOnWebsocket } from './command-differs-on-websocket.js';
import { commandNotKept } from './command-not-kept.js';
import { commandWithoutParams } from './command-without-params.js';
import { detailFromCache } from './detail-from-cache.js';
import { deviceListRenamed } from './device-list-renamed.js';
import { errorWithoutRequestId } from './error-without-request-id.js';
import { errorsAsHtml } from './errors-as-html.js';
import { eventWithoutChange } from './event-without-change.js';
import { eventsReplayed } from './events-replayed.js';
import { eventsToFirstConnection } from './events-to-first-connection.js';
import { firstRelayOnly } from './first-relay-only.js';
import { foreignCommandsReadable } from './foreign-commands-readable.js';
import { foreignDevicesListed } from './foreign-devices-listed.js';
import { keyIgnoredOverRest, keyIgnoredOverWebsocket } from './key-ignored.js';
import { keyPerChannel } from './key-per-channel.js';
import { keyReuseRuns } from './key-reuse-runs.js';
import { keySharedByClients } from './key-shared-by-clients.js';
import { laneForAllDevices } from './lane-for-all-devices.js';
import { laneLeaked } from './lane-leaked.js';
import { laneMissing } from './lane-missing.js';
import { lanePerChannel } from './lane-per-channel.js';
import { laneWithoutRefresh } from './lane-without-refresh.js';
import { messageNotOk } from './message-not-ok.js';
import { peripheralsIncomplete } from './peripherals-incomplete.js';
import { pingUnanswered } from './ping-unanswered.js';
import { rateLimitClosesConnection } from './rate-limit-closes-connection.js';
import { readNotIncluded } from './read-not-included.js';
import { refreshWithoutSensors } from './refresh-without-sensors.js';
import { refusalRemembered } from './refusal-remembered.js';
import { relayEventsMissing } from './relay-events-missing.js';
import { relayWithoutEffect } from './relay-without-effect.js';
import { repeatInFlightRuns } from './repeat-in-flight-runs.js';
import { repeatRunsAgain } from './repeat-runs-again.js';
import { replyWithNeighboursId } from './reply-with-neighbours-id.js';
import { replyWithoutType } from './reply-without-type.js';
import { requiredScopeMissing } from './required-scope-missing.js';
import { retryAfterHeaderMissing } from './retry-after-header-missing.js';
import { retryAfterMissingOnWebsocket } from './retry-after-missing-on-websocket.js';
import { retryAfterTooShort } from './retry-after-too-short.js';
import { scopesIgnoredOverRest, scopesIgnoredOnWebsocket } from './scopes-ignored.js';
import { ticketNotChecked } from './ticket-not-checked.js';
import { ticketReusable } from './ticket-reusable.js';
import { ticketWithoutToken } from './ticket-without-token.js';
import { tokenOfNobody } from './token-of-nobody.js';
import { unknownDeviceAccepted } from './unknown-device-accepted.js';
import { wrongSecretAccepted } from './wrong-secret-accepted.js';
import type { Defect } from './defect.js';

/** A fresh defect each time: defects hold state of their own. */
const FACTORIES: readonly (() => Defect)[] = [
  authenticationOptional,
  madeUpTokenAccepted,
  badFrameClosesAll,
  badInputIs500,
  budgetExtendedByRejections,
  budgetForAllDevices,
  budgetMissing,
  budgetNotShared,
  budgetPerClient,
  budgetSpentWhenBusy,
  busyRunsLater,
  busyWithWrongStatus,
  changesOfNeighbour,
  commandDiffersOnWebsocket,
  commandNotKept,
  commandWithoutParams,
  detailFromCache,
  deviceListRenamed,
  errorWithoutRequestId,
  errorsAsHtml,
  eventWithoutChange,
  eventsReplayed,
  eventsToFirstConnection,
  firstRelayOnly,
  foreignCommandsReadable,
  foreignDevicesListed,
  keyIgnoredOverRest,
  keyIgnoredOverWebsocket,
  keyPerChannel,
  keyReuseRuns,
  keySharedByClients,
  laneForAllDevices,
  laneLeaked,
  laneMissing,
  lanePerChannel,
  laneWithoutRefresh,
  messageNotOk,
  peripheralsIncomplete,
  pingUnanswered,
  rateLimitClosesConnection,
  readNotIncluded,
  refreshWithoutSensors,
  refusalRemembered,
  relayEventsMissing,
  relayWithoutEffect,
  repeatInFlightRuns,
  repeatRunsAgain,
  replyWithNeighboursId,
  replyWithoutType,
  requiredScopeMissing,
  retryAfterHeaderMissing,
  retryAfterMissingOnWebsocket,
  retryAfterTooShort,
  scopesIgnoredOverRest,
  scopesIgnoredOnWebsocket,
  ticketNotChecked,
  ticketReusable,
  ticketWithoutToken,
  tokenOfNobody,
  unknownDeviceAccepted,
  wrongSecretAccepted,
];

export function allDefects(): readonly Defect[] {
  return FACTORIES.map((create) => create());
}

export function createDefect(id: string): Defect | undefined {
  return allDefects().find((defect) => defect.id === id);
}
