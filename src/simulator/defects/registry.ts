// Every defect by its id: what `--defect` knows.
import { addedDeviceNotListed } from './added-device-not-listed.js';
import { analogEvents } from './analog-events.js';
import { authenticationOptional, madeUpTokenAccepted } from './authentication-optional.js';
import { badFrameClosesAll } from './bad-frame-closes-all.js';
import { badInputIs500 } from './bad-input-is-500.js';
import { baudRateBroadcast } from './baud-rate-broadcast.js';
import { baudRateNotKept } from './baud-rate-not-kept.js';
import { budgetByIdPrefix } from './budget-by-id-prefix.js';
import { budgetExtendedByRejections } from './budget-extended-by-rejections.js';
import { budgetForAllDevices } from './budget-for-all-devices.js';
import { budgetMissing } from './budget-missing.js';
import { budgetNotShared } from './budget-not-shared.js';
import { budgetPerClient } from './budget-per-client.js';
import { budgetPerClientOnWebsocket } from './budget-per-client-on-websocket.js';
import { budgetResetByControl } from './budget-reset-by-control.js';
import { budgetSharedOneWay } from './budget-shared-one-way.js';
import { budgetSpentWhenBusy } from './budget-spent-when-busy.js';
import { budgetSpentWhenBusyOnWebsocket } from './budget-spent-when-busy-on-websocket.js';
import { busyRunsLater } from './busy-runs-later.js';
import { busyRunsLaterOnWebsocket } from './busy-runs-later-on-websocket.js';
import { busyWithWrongStatus } from './busy-with-wrong-status.js';
import { changesOfNeighbour } from './changes-of-neighbour.js';
import { changesPileUp } from './changes-pile-up.js';
import { codeAsNumber } from './code-as-number.js';
import { commandDiffersOnWebsocket } from './command-differs-on-websocket.js';
import { commandNotKept } from './command-not-kept.js';
import { commandWithoutParams } from './command-without-params.js';
import { compatibilityOffByOne } from './compatibility-off-by-one.js';
import { configBroadcast } from './config-broadcast.js';
import { configWithoutCommand } from './config-without-command.js';
import { configWithoutJog } from './config-without-jog.js';
import { controlIncludesConfig } from './control-includes-config.js';
import { cutCommandRunsAgain } from './cut-command-runs-again.js';
import { dataAsList } from './data-as-list.js';
import { detailFromCache } from './detail-from-cache.js';
import { deviceListRenamed } from './device-list-renamed.js';
import { disabledClientAccepted } from './disabled-client-accepted.js';
import { doubleClickProtected } from './double-click-protected.js';
import { eighthKeyForgetsFirst } from './eighth-key-forgets-first.js';
import { errorWithoutRequestId } from './error-without-request-id.js';
import { errorsAsHtml } from './errors-as-html.js';
import { eventLostInBurst } from './event-lost-in-burst.js';
import {
  inputEventsMissing,
  onlineMissing,
  offlineMissing,
  powerLostMissing,
  powerRestoredMissing,
  rs485ReceivedMissing,
} from './event-missing.js';
import { eventWithoutChange } from './event-without-change.js';
import { eventsLostWhileAsking } from './events-lost-while-asking.js';
import { eventsReplayed } from './events-replayed.js';
import { eventsToFirstConnection } from './events-to-first-connection.js';
import { expiredTokenAccepted } from './expired-token-accepted.js';
import { finalStatusChanges } from './final-status-changes.js';
import { firstRelayOnly } from './first-relay-only.js';
import { foreignCommandsReadable } from './foreign-commands-readable.js';
import { foreignDevicesListed } from './foreign-devices-listed.js';
import { hammeringPunished } from './hammering-punished.js';
import { inputReleasedSilently } from './input-released-silently.js';
import { jogNeverEnds, jogEndsEarly } from './jog-and-others.js';
import { jogDurationOfAll } from './jog-duration-of-all.js';
import { keyForgottenAfterAMinute } from './key-forgotten-after-a-minute.js';
import { keyGoodForOneRepeat } from './key-good-for-one-repeat.js';
import { keyIgnoredOverRest, keyIgnoredOverWebsocket } from './key-ignored.js';
import { keyIsCredential } from './key-is-credential.js';
import { keyLostWithConnection } from './key-lost-with-connection.js';
import { keyPerChannel } from './key-per-channel.js';
import { keyPerDevice } from './key-per-device.js';
import { keyReuseRuns } from './key-reuse-runs.js';
import { keySharedByClients } from './key-shared-by-clients.js';
import { keySharedOnWebsocket } from './key-shared-on-websocket.js';
import { laneForAllDevices } from './lane-for-all-devices.js';
import { laneFreedByRepeat } from './lane-freed-by-repeat.js';
import { laneFreedEarly } from './lane-freed-early.js';
import { laneLeaked } from './lane-leaked.js';
import { laneLeakedByLostConnection } from './lane-leaked-by-lost-connection.js';
import { laneMissing } from './lane-missing.js';
import { laneOfTwo } from './lane-of-two.js';
import { lanePerChannel } from './lane-per-channel.js';
import { laneReleasedLate } from './lane-released-late.js';
import { laneWithoutRefresh } from './lane-without-refresh.js';
import { lastEventReplayed } from './last-event-replayed.js';
import { messageNotOk } from './message-not-ok.js';
import { nextOutageUntold } from './next-outage-untold.js';
import { oneOperationPerConnection } from './one-operation-per-connection.js';
import { oldPasswordAccepted, passwordCutShort, passwordNotChanged } from './password-not-changed.js';
import { pathWithoutVersion } from './path-without-version.js';
import { peripheralsIncomplete } from './peripherals-incomplete.js';
import { peripheralsOfBefore } from './peripherals-of-before.js';
import { pingUnanswered } from './ping-unanswered.js';
import { powerLostAsOffline } from './power-lost-as-offline.js';
import { profilesRefused } from './profiles-refused.js';
import { racingRepeatsRun } from './racing-repeats-run.js';
import { rateLimitClosesConnection } from './rate-limit-closes-connection.js';
import { readNotIncluded } from './read-not-included.js';
import { refreshPassesTransceive } from './refresh-passes-transceive.js';
import { refreshWithoutRelays } from './refresh-without-relays.js';
import { refreshWithoutSensors } from './refresh-without-sensors.js';
import { refusalRemembered } from './refusal-remembered.js';
import { refusalRememberedOnWebsocket } from './refusal-remembered-on-websocket.js';
import { rejectionsLengthenWindow } from './rejections-lengthen-window.js';
import { relayEventsMissing } from './relay-events-missing.js';
import { relayWithoutEffect } from './relay-without-effect.js';
import { removedDeviceReadable, removedDeviceStays } from './removed-device-stays.js';
import { repeatInFlightRuns } from './repeat-in-flight-runs.js';
import { repeatRunsAgain } from './repeat-runs-again.js';
import { repeatSetsJogAgain } from './repeat-sets-jog-again.js';
import { repliesSwappedUnderLoad } from './replies-swapped-under-load.js';
import { replyWithNeighboursId } from './reply-with-neighbours-id.js';
import { replyWithoutType } from './reply-without-type.js';
import { requiredScopeMissing } from './required-scope-missing.js';
import { restKeyUnknownAfterReconnect } from './rest-key-unknown-after-reconnect.js';
import { restLaneUnseenByWebsocket } from './rest-lane-unseen-by-websocket.js';
import { retryAfterAsDate } from './retry-after-as-date.js';
import { retryAfterAsTextOnWebsocket } from './retry-after-as-text-on-websocket.js';
import { retryAfterDisagrees } from './retry-after-disagrees.js';
import { retryAfterHeaderMissing } from './retry-after-header-missing.js';
import { retryAfterMissingOnWebsocket } from './retry-after-missing-on-websocket.js';
import { retryAfterRoundedDown } from './retry-after-rounded-down.js';
import { retryAfterTooShort } from './retry-after-too-short.js';
import { sameBodySameCommand } from './same-body-same-command.js';
import { sameBytesToldOnce } from './same-bytes-told-once.js';
import { scopesIgnoredOverRest, scopesIgnoredOnWebsocket } from './scopes-ignored.js';
import { sensorLeapsTold } from './sensor-leaps-told.js';
import { shortAbsenceUntold } from './short-absence-untold.js';
import { shortPowerCutUntold } from './short-power-cut-untold.js';
import { silenceIsSuccess } from './silence-is-success.js';
import { solicitedBroadcast } from './solicited-broadcast.js';
import { stateGetStale } from './state-get-stale.js';
import { statusTurnsAfterNextCommand } from './status-turns-after-next-command.js';
import { switchingOffAlwaysTold } from './switching-off-always-told.js';
import { thirdRelayDropped } from './third-relay-dropped.js';
import { ticketNotChecked } from './ticket-not-checked.js';
import { ticketReusable } from './ticket-reusable.js';
import { ticketWithoutToken } from './ticket-without-token.js';
import { ticketWorthless } from './ticket-worthless.js';
import { timeoutRunsAgain } from './timeout-runs-again.js';
import { timeoutSentAgain } from './timeout-sent-again.js';
import { tokenOfNobody } from './token-of-nobody.js';
import { tokenUseless } from './token-useless.js';
import { transceiveWithoutResult } from './transceive-without-result.js';
import { unknownDeviceAccepted } from './unknown-device-accepted.js';
import { websocketTransceiveBroadcast } from './websocket-transceive-broadcast.js';
import { wrongSecretAccepted } from './wrong-secret-accepted.js';
import { wsRelaysOnly } from './ws-relays-only.js';
import type { Defect } from './defect.js';

/** A fresh defect each time: defects hold state of their own. */
const FACTORIES: readonly (() => Defect)[] = [
  addedDeviceNotListed,
  analogEvents,
  authenticationOptional,
  madeUpTokenAccepted,
  badFrameClosesAll,
  badInputIs500,
  baudRateBroadcast,
  baudRateNotKept,
  budgetByIdPrefix,
  budgetExtendedByRejections,
  budgetForAllDevices,
  budgetMissing,
  budgetNotShared,
  budgetPerClient,
  budgetPerClientOnWebsocket,
  budgetResetByControl,
  budgetSharedOneWay,
  budgetSpentWhenBusy,
  budgetSpentWhenBusyOnWebsocket,
  busyRunsLater,
  busyRunsLaterOnWebsocket,
  busyWithWrongStatus,
  changesOfNeighbour,
  changesPileUp,
  codeAsNumber,
  commandDiffersOnWebsocket,
  commandNotKept,
  commandWithoutParams,
  compatibilityOffByOne,
  configBroadcast,
  configWithoutCommand,
  configWithoutJog,
  controlIncludesConfig,
  cutCommandRunsAgain,
  dataAsList,
  detailFromCache,
  deviceListRenamed,
  disabledClientAccepted,
  doubleClickProtected,
  eighthKeyForgetsFirst,
  errorWithoutRequestId,
  errorsAsHtml,
  eventLostInBurst,
  inputEventsMissing,
  onlineMissing,
  offlineMissing,
  powerLostMissing,
  powerRestoredMissing,
  rs485ReceivedMissing,
  eventWithoutChange,
  eventsLostWhileAsking,
  eventsReplayed,
  eventsToFirstConnection,
  expiredTokenAccepted,
  finalStatusChanges,
  firstRelayOnly,
  foreignCommandsReadable,
  foreignDevicesListed,
  hammeringPunished,
  inputReleasedSilently,
  jogNeverEnds,
  jogEndsEarly,
  jogDurationOfAll,
  keyForgottenAfterAMinute,
  keyGoodForOneRepeat,
  keyIgnoredOverRest,
  keyIgnoredOverWebsocket,
  keyIsCredential,
  keyLostWithConnection,
  keyPerChannel,
  keyPerDevice,
  keyReuseRuns,
  keySharedByClients,
  keySharedOnWebsocket,
  laneForAllDevices,
  laneFreedByRepeat,
  laneFreedEarly,
  laneLeaked,
  laneLeakedByLostConnection,
  laneMissing,
  laneOfTwo,
  lanePerChannel,
  laneReleasedLate,
  laneWithoutRefresh,
  lastEventReplayed,
  messageNotOk,
  nextOutageUntold,
  oneOperationPerConnection,
  oldPasswordAccepted,
  passwordCutShort,
  passwordNotChanged,
  pathWithoutVersion,
  peripheralsIncomplete,
  peripheralsOfBefore,
  pingUnanswered,
  powerLostAsOffline,
  profilesRefused,
  racingRepeatsRun,
  rateLimitClosesConnection,
  readNotIncluded,
  refreshPassesTransceive,
  refreshWithoutRelays,
  refreshWithoutSensors,
  refusalRemembered,
  refusalRememberedOnWebsocket,
  rejectionsLengthenWindow,
  relayEventsMissing,
  relayWithoutEffect,
  removedDeviceReadable,
  removedDeviceStays,
  repeatInFlightRuns,
  repeatRunsAgain,
  repeatSetsJogAgain,
  repliesSwappedUnderLoad,
  replyWithNeighboursId,
  replyWithoutType,
  requiredScopeMissing,
  restKeyUnknownAfterReconnect,
  restLaneUnseenByWebsocket,
  retryAfterAsDate,
  retryAfterAsTextOnWebsocket,
  retryAfterDisagrees,
  retryAfterHeaderMissing,
  retryAfterMissingOnWebsocket,
  retryAfterRoundedDown,
  retryAfterTooShort,
  sameBodySameCommand,
  sameBytesToldOnce,
  scopesIgnoredOverRest,
  scopesIgnoredOnWebsocket,
  sensorLeapsTold,
  shortAbsenceUntold,
  shortPowerCutUntold,
  silenceIsSuccess,
  solicitedBroadcast,
  stateGetStale,
  statusTurnsAfterNextCommand,
  switchingOffAlwaysTold,
  thirdRelayDropped,
  ticketNotChecked,
  ticketReusable,
  ticketWithoutToken,
  ticketWorthless,
  timeoutRunsAgain,
  timeoutSentAgain,
  tokenOfNobody,
  tokenUseless,
  transceiveWithoutResult,
  unknownDeviceAccepted,
  websocketTransceiveBroadcast,
  wrongSecretAccepted,
  wsRelaysOnly,
];

export function allDefects(): readonly Defect[] {
  return FACTORIES.map((create) => create());
}

export function createDefect(id: string): Defect | undefined {
  return allDefects().find((defect) => defect.id === id);
}
