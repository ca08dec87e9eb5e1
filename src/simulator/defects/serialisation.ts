// Defects of the lane of a device: one operation on a device at a time, and DEVICE_BUSY for every other.
import type { Operation } from '../../contract/schemas/command.js';
import type { Connection, Origin } from '../service/origin.js';
import { breaks, defects } from './defect.js';
import type { DeviceLane } from '../service/ports.js';
import { refuse } from '../service/outcome.js';
import type { Edge, EdgeOf } from '../edge/edge.js';
import { call, connectionOf, isRefusedWith, onePort, portCall } from '../edge/helpers.js';
import { knowingClients } from './parts.js';
import {
  commandsBegun,
  endingEarly,
  entered,
  isBySingleRelay,
  isOverWebSocket,
  isRefreshing,
  lateLane,
  passingBy,
} from './wrong-ports.js';

const MINUTE = 60_000;

/** How long a transceive waits for an answer when its request does not say, in ms. */
const TRANSCEIVE_WAIT = 1000;

export const SERIALISATION_DEFECTS = defects({
  // Limits: a control that overlaps another control on the device is answered with 409 DEVICE_BUSY.
  'lane-missing': breaks('busy.control-control', {
    summary: 'Operations on one device run at once; DEVICE_BUSY is never answered.',
    edge: portCall('lane', 'enter', () => () => undefined),
  }),
  // Limits: a control that overlaps another one is answered with 409 DEVICE_BUSY, up to the end of the first.
  'lane-freed-early': breaks('busy.control-control', {
    summary: 'A device takes the next control after half of the wait of a transceive.',
    edge: endingEarly((end) =>
      commandsBegun(({ deviceId, operation }, _, clock) => {
        if (operation.name !== 'device.rs485.transceive') return;
        const { timeout = TRANSCEIVE_WAIT } = operation.params;
        clock.setTimer('lane freed early', timeout / 2, () => end(deviceId));
      }),
    ),
  }),
  // Limits: a control that overlaps another control is answered with 409 DEVICE_BUSY, whoever asks for them.
  'lane-per-client': breaks('busy.control-control', {
    summary: 'A control of one API client is accepted while one of another client runs on the device.',
    edge: knowingClients((clientOf) =>
      portCall('lane', 'enter', (deviceId, origin, next) => next(`${clientOf(origin)} ${deviceId}`, origin)),
    ),
  }),
  // Limits: a control that overlaps another one is answered with DEVICE_BUSY, over the compatibility endpoint too.
  'lane-unseen-by-single-relay': breaks('busy.control-control', {
    summary: 'The single-relay endpoint is accepted while another control of the device runs.',
    edge: passingBy(isBySingleRelay),
  }),
  // Limits: refreshes and controls of one device are serialised.
  'lane-without-refresh': breaks('busy.refresh-control', {
    summary: 'A control is accepted while a refresh of the device runs, and the other way round.',
    edge: portCall('lane', 'enter', (deviceId, origin, next) =>
      isRefreshing(origin) ? () => undefined : next(deviceId, origin),
    ),
  }),
  // Limits: refreshes and controls of one device are serialised, and a transceive is a control.
  'refresh-passes-transceive': breaks('busy.refresh-control', {
    summary: 'A refresh is accepted while a transceive waits for its answer.',
    edge: whileTransceiving((lane, talking) => ({
      enter: (deviceId, origin) =>
        lane.enter(deviceId, origin) ??
        (isRefreshing(origin) && talking.has(deviceId) ? () => undefined : undefined),
    })),
  }),
  // Limits: operations on one device are serialised, whichever channel they come by.
  'lane-per-channel': breaks('busy.across-channels', {
    summary: 'An operation over REST and one over WebSocket run on one device at once.',
    edge: portCall('lane', 'enter', (deviceId, origin, next) =>
      next(`${origin?.channel} ${deviceId}`, origin),
    ),
  }),
  // Limits: operations on one device are serialised, in both directions between the channels.
  'rest-lane-unseen-by-websocket': breaks('busy.across-channels', {
    summary: 'An operation over WebSocket is accepted during one over REST, but not the other way round.',
    edge: passingBy((own, holder) => own?.channel === 'ws' && holder?.channel === 'rest'),
  }),
  // Other rules: refreshes and controls on one device are processed one at a time.
  'lane-of-two': breaks('busy.one-at-a-time', {
    summary: 'Two operations run on a device at once; only a third one is told that it is busy.',
    edge: () => {
      const second = new Set<string>();
      return entered((leave, deviceId) => {
        if (leave || second.has(deviceId)) return leave;
        second.add(deviceId);
        return () => void second.delete(deviceId);
      });
    },
  }),
  // Other rules: operations on one device are processed one at a time. A repeat does not end the one that runs.
  'lane-freed-by-repeat': breaks('busy.one-at-a-time', {
    summary: 'A repeat of the request that is running frees the device for another operation.',
    edge: endingEarly((end) =>
      portCall('ledger', 'lookUp', (request, next) => {
        const known = next(request);
        if (known.kind === 'repeat') end(request.deviceId);
        return known;
      }),
    ),
  }),
  // Other rules: a device is busy only while an operation is in progress.
  'lane-leaked': breaks('busy.released', {
    summary: 'A device stays busy for a minute after an operation has ended.',
    edge: lateLane(MINUTE),
  }),
  // Other rules: a device is busy only while an operation is in progress, and not once its reply has been sent.
  'lane-released-late': breaks('busy.released', {
    summary: 'A device stays busy for two seconds after an operation has ended.',
    edge: lateLane(2000),
  }),
  // Other rules: a device is busy only while an operation is in progress, even when nobody waits for the reply.
  'lane-leaked-by-lost-connection': breaks('busy.released', {
    summary:
      'A device stays busy for a minute when the WebSocket connection is lost while its operation runs.',
    edge: leakedLane((origin) => !isRefreshing(origin), MINUTE),
  }),
  // Other rules: a device is busy only while an operation is in progress, and a refresh is one, too.
  'lane-leaked-by-lost-refresh': breaks('busy.released', {
    summary: 'A device stays busy for ten seconds when the WebSocket connection is lost during its refresh.',
    edge: leakedLane(isRefreshing, 10_000),
  }),
  // Limits: an operation that overlaps another one is answered with DEVICE_BUSY, and is not carried out.
  'busy-runs-later': breaks('busy.refused-has-no-effect', {
    summary: 'A control refused with DEVICE_BUSY is carried out a little later.',
    edge: withRefusedRunLater(() => true),
  }),
  // Limits: an operation that overlaps another one is not carried out, over WebSocket too.
  'busy-runs-later-on-websocket': breaks('busy.refused-has-no-effect', {
    summary:
      'A relay control refused with DEVICE_BUSY over WebSocket is carried out when the device is free.',
    edge: withRefusedRunLater(({ name }, origin) => isOverWebSocket(origin) && name === 'device.relay.set'),
  }),
  // Limits: operations are serialised for each device by itself.
  'lane-for-all-devices': breaks('busy.per-device', {
    summary: 'An operation on one device makes every other device busy.',
    edge: portCall('lane', 'enter', (_, origin, next) => next('all', origin)),
  }),
  // Limits: operations are serialised for each device by itself, however long one takes.
  'transceive-keeps-all-busy': breaks('busy.per-device', {
    summary: 'While a transceive waits for its answer, every other device is busy, too.',
    edge: whileTransceiving((lane, talking) => ({
      enter: (deviceId, origin) => (talking.size > 0 ? undefined : lane.enter(deviceId, origin)),
    })),
  }),
  // Limits: operations are serialised for each device by itself, also those of one connection.
  'one-operation-per-connection': breaks('busy.per-device', {
    summary: 'While an operation runs for a WebSocket connection, it is refused operations on all devices.',
    edge: () => {
      const atWork = new Set<Connection>();
      return call('operate', async (caller, request, next) => {
        const own = connectionOf(caller.origin);
        if (!own) return next(caller, request);
        if (atWork.has(own)) return refuse('DEVICE_BUSY', 'Another operation is running.');
        atWork.add(own);
        try {
          return await next(caller, request);
        } finally {
          atWork.delete(own);
        }
      });
    },
  }),
});

/** @param applies whether the operation, once refused with DEVICE_BUSY, runs 600 ms later all the same. */
function withRefusedRunLater(applies: (operation: Operation, origin: Origin | undefined) => boolean): EdgeOf {
  return ({ clock }) =>
    call('operate', async (caller, request, next) => {
      const outcome = await next(caller, request);
      if (isRefusedWith(outcome, 'DEVICE_BUSY') && applies(request.operation, caller.origin))
        clock.setTimer('wrongly queued', 600, () => void next(caller, request));
      return outcome;
    });
}

/** @param changed how the lane is entered instead; `talking` are the devices with a transceive under way. */
function whileTransceiving(
  changed: (lane: DeviceLane, talking: ReadonlySet<string>) => Partial<DeviceLane>,
): EdgeOf {
  return () => {
    const talking = new Set<string>();
    return [
      onePort('lane', (lane) => changed(lane, talking)),
      commandsBegun(({ deviceId, operation }) => {
        if (operation.name === 'device.rs485.transceive') talking.add(deviceId);
        return () => void talking.delete(deviceId);
      }),
    ];
  };
}

/** @param ms for which the lane of a device is kept when the connection is lost on which such an operation runs. */
function leakedLane(leaks: (origin: Origin | undefined) => boolean, ms: number): Edge {
  return entered((leave, _, origin, clock) => {
    const connection = leaks(origin) ? connectionOf(origin) : undefined;
    return leave && (() => void (connection?.ended ? clock.setTimer('leaked lane', ms, leave) : leave()));
  });
}
