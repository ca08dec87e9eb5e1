// Defects of the lane of a device: one operation on a device at a time, and DEVICE_BUSY for every other.
import type { Operation } from '../../contract/schemas/command.js';
import type { Connection, Origin } from '../service/origin.js';
import { defects } from './defect.js';
import type { DeviceLane } from '../service/ports.js';
import type { Edge } from '../edge/edge.js';
import { calls, connectionOf, onePort, portCall, portChanges } from '../edge/helpers.js';
import { enterAnyway, isRefreshing, keepLeaves, knowingClients, lateLane } from './parts.js';

const MINUTE = 60_000;

/** How long a transceive waits for an answer when its request does not say, in ms. */
const TRANSCEIVE_WAIT = 1000;

const BUSY = {
  ok: false,
  refusal: { code: 'DEVICE_BUSY', message: 'Another operation is running.' },
} as const;

export const SERIALISATION_DEFECTS = defects({
  // Limits: a control that overlaps another control on the device is answered with 409 DEVICE_BUSY.
  'lane-missing': {
    rule: 'busy.control-control',
    summary: 'Operations on one device run at once; DEVICE_BUSY is never answered.',
    edge: portCall('lane', 'enter', () => () => undefined),
  },
  // Limits: a control that overlaps another one is answered with 409 DEVICE_BUSY, up to the end of the first.
  'lane-freed-early': {
    rule: 'busy.control-control',
    summary: 'A device takes the next control after half of the wait of a transceive.',
    edge: portChanges((ports, { clock }) => {
      const { enter, leaveOf } = keepLeaves(ports.lane);
      return {
        lane: { enter },
        ledger: {
          open: (request) => {
            const leave = leaveOf(request.deviceId);
            if (leave && request.operation.name === 'device.rs485.transceive') {
              const { timeout = TRANSCEIVE_WAIT } = request.operation.params;
              clock.setTimer('lane freed early', timeout / 2, leave);
            }
            return ports.ledger.open(request);
          },
        },
      };
    }),
  },
  // Limits: a control that overlaps another control is answered with 409 DEVICE_BUSY, whoever asks for them.
  'lane-per-client': {
    rule: 'busy.control-control',
    summary: 'A control of one API client is accepted while one of another client runs on the device.',
    edge: knowingClients((clientOf) =>
      portCall('lane', 'enter', (deviceId, origin, next) => next(`${clientOf(origin)} ${deviceId}`, origin)),
    ),
  },
  // Limits: a control that overlaps another one is answered with DEVICE_BUSY, over the compatibility endpoint too.
  'lane-unseen-by-single-relay': {
    rule: 'busy.control-control',
    summary: 'The single-relay endpoint is accepted while another control of the device runs.',
    edge: onePort('lane', (lane) => ({
      enter: enterAnyway(
        lane,
        (_, origin) => origin?.channel === 'rest' && origin.endpoint === 'relays.set-one',
      ),
    })),
  },
  // Limits: refreshes and controls of one device are serialised.
  'lane-without-refresh': {
    rule: 'busy.refresh-control',
    summary: 'A control is accepted while a refresh of the device runs, and the other way round.',
    edge: portCall('lane', 'enter', (deviceId, origin, next) =>
      isRefreshing(origin) ? () => undefined : next(deviceId, origin),
    ),
  },
  // Limits: refreshes and controls of one device are serialised, and a transceive is a control.
  'refresh-passes-transceive': {
    rule: 'busy.refresh-control',
    summary: 'A refresh is accepted while a transceive waits for its answer.',
    edge: whileTransceiving((lane, talking) =>
      enterAnyway(lane, (deviceId, origin) => isRefreshing(origin) && talking.has(deviceId)),
    ),
  },
  // Limits: operations on one device are serialised, whichever channel they come by.
  'lane-per-channel': {
    rule: 'busy.across-channels',
    summary: 'An operation over REST and one over WebSocket run on one device at once.',
    edge: portCall('lane', 'enter', (deviceId, origin, next) =>
      next(`${origin?.channel} ${deviceId}`, origin),
    ),
  },
  // Limits: operations on one device are serialised, in both directions between the channels.
  'rest-lane-unseen-by-websocket': {
    rule: 'busy.across-channels',
    summary: 'An operation over WebSocket is accepted during one over REST, but not the other way round.',
    edge: onePort('lane', (lane) => {
      const overRest = new Set<string>();
      return {
        enter: (deviceId, origin) => {
          const by = origin?.channel;
          const leave = lane.enter(deviceId, origin);
          if (!leave) return by === 'ws' && overRest.has(deviceId) ? () => undefined : undefined;
          if (by === 'rest') overRest.add(deviceId);
          return () => {
            overRest.delete(deviceId);
            leave();
          };
        },
      };
    }),
  },
  // Other rules: refreshes and controls on one device are processed one at a time.
  'lane-of-two': {
    rule: 'busy.one-at-a-time',
    summary: 'Two operations run on a device at once; only a third one is told that it is busy.',
    edge: onePort('lane', (lane) => {
      const second = new Set<string>();
      return {
        enter: (deviceId, origin) => {
          const leave = lane.enter(deviceId, origin);
          if (leave || second.has(deviceId)) return leave;
          second.add(deviceId);
          return () => void second.delete(deviceId);
        },
      };
    }),
  },
  // Other rules: operations on one device are processed one at a time. A repeat does not end the one that runs.
  'lane-freed-by-repeat': {
    rule: 'busy.one-at-a-time',
    summary: 'A repeat of the request that is running frees the device for another operation.',
    edge: portChanges(({ lane, ledger }) => {
      const { enter, leaveOf } = keepLeaves(lane);
      return {
        lane: { enter },
        ledger: {
          lookUp: (request) => {
            const known = ledger.lookUp(request);
            if (known.kind === 'repeat') leaveOf(request.deviceId)?.();
            return known;
          },
        },
      };
    }),
  },
  // Other rules: a device is busy only while an operation is in progress.
  'lane-leaked': {
    rule: 'busy.released',
    summary: 'A device stays busy for a minute after an operation has ended.',
    edge: lateLane(MINUTE),
  },
  // Other rules: a device is busy only while an operation is in progress, and not once its reply has been sent.
  'lane-released-late': {
    rule: 'busy.released',
    summary: 'A device stays busy for two seconds after an operation has ended.',
    edge: lateLane(2000),
  },
  // Other rules: a device is busy only while an operation is in progress, even when nobody waits for the reply.
  'lane-leaked-by-lost-connection': {
    rule: 'busy.released',
    summary:
      'A device stays busy for a minute when the WebSocket connection is lost while its operation runs.',
    edge: onePort('lane', (lane, { clock }) => ({
      enter: (deviceId, origin) => {
        const leave = lane.enter(deviceId, origin);
        const connection = connectionOf(origin);
        if (!leave || !connection) return leave;
        return () => {
          if (connection.ended) clock.setTimer('leaked lane', MINUTE, leave);
          else leave();
        };
      },
    })),
  },
  // Limits: an operation that overlaps another one is answered with DEVICE_BUSY, and is not carried out.
  'busy-runs-later': {
    rule: 'busy.refused-has-no-effect',
    summary: 'A control refused with DEVICE_BUSY is carried out a little later.',
    edge: withRefusedRunLater(() => true),
  },
  // Limits: an operation that overlaps another one is not carried out, over WebSocket too.
  'busy-runs-later-on-websocket': {
    rule: 'busy.refused-has-no-effect',
    summary:
      'A relay control refused with DEVICE_BUSY over WebSocket is carried out when the device is free.',
    edge: withRefusedRunLater(({ name }, origin) => origin?.channel === 'ws' && name === 'device.relay.set'),
  },
  // Limits: operations are serialised for each device by itself.
  'lane-for-all-devices': {
    rule: 'busy.per-device',
    summary: 'An operation on one device makes every other device busy.',
    edge: portCall('lane', 'enter', (_, origin, next) => next('all', origin)),
  },
  // Limits: operations are serialised for each device by itself, however long one takes.
  'transceive-keeps-all-busy': {
    rule: 'busy.per-device',
    summary: 'While a transceive waits for its answer, every other device is busy, too.',
    edge: whileTransceiving(
      (lane, talking) => (deviceId, origin) => (talking.size > 0 ? undefined : lane.enter(deviceId, origin)),
    ),
  },
  // Limits: operations are serialised for each device by itself, also those of one connection.
  'one-operation-per-connection': {
    rule: 'busy.per-device',
    summary: 'While an operation runs for a WebSocket connection, it is refused operations on all devices.',
    edge: calls((service) => {
      const atWork = new Set<Connection>();
      return {
        operate: async (caller, request) => {
          const own = connectionOf(caller.origin);
          if (!own) return service.operate(caller, request);
          if (atWork.has(own)) return BUSY;
          atWork.add(own);
          try {
            return await service.operate(caller, request);
          } finally {
            atWork.delete(own);
          }
        },
      };
    }),
  },
});

/** @param applies whether the operation, once refused with DEVICE_BUSY, runs 600 ms later all the same. */
function withRefusedRunLater(applies: (operation: Operation, origin: Origin | undefined) => boolean): Edge {
  return calls((service, { clock }) => ({
    operate: async (caller, request) => {
      const outcome = await service.operate(caller, request);
      const busy = !outcome.ok && outcome.refusal.code === 'DEVICE_BUSY';
      if (busy && applies(request.operation, caller.origin))
        clock.setTimer('wrongly queued', 600, () => void service.operate(caller, request));
      return outcome;
    },
  }));
}

/** @param enter how the lane is entered instead; `talking` are the devices with a transceive under way. */
function whileTransceiving(
  enter: (lane: DeviceLane, talking: ReadonlySet<string>) => DeviceLane['enter'],
): Edge {
  return portChanges(({ lane, ledger }) => {
    const talking = new Set<string>();
    return {
      lane: { enter: enter(lane, talking) },
      ledger: {
        open: (request) => {
          const { entry, finish } = ledger.open(request);
          if (request.operation.name === 'device.rs485.transceive') talking.add(request.deviceId);
          return {
            entry,
            finish: (outcome) => {
              talking.delete(request.deviceId);
              finish(outcome);
            },
          };
        },
      },
    };
  });
}
