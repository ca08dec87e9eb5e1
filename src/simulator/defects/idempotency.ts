// Defects of keys: which command a key stands for, and what a repeat does.
import type { Channel } from '../../trace/record.js';
import { type CommandRequest, slotOf } from '../service/command-ledger.js';
import type { Connection } from '../service/origin.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import { call, connectionOf, isRefusedWith, portCall } from '../edge/helpers.js';
import { connections } from './parts.js';
import {
  commandsBegun,
  filedKeys,
  forgetting,
  isOverWebSocket,
  mergedRequests,
  passingBy,
  renamedKeys,
  runningRepeats,
} from './wrong-ports.js';
import type { CommandValue } from '../../dialect/dialect.js';
import { refuse, type ServiceResult } from '../service/outcome.js';
import type { Caller } from '../service/service.js';

const FIFTEEN_SECONDS = 15_000;

/** Ms within which a request that equals the last one is taken for a second click. */
const DOUBLE_CLICK = 500;

/** Keys of a client that are kept. */
const ROOM = 7;

export const IDEMPOTENCY_DEFECTS = defects({
  // Idempotency-Key rules: the same key returns the same command over REST.
  'key-ignored-over-rest': breaks('idempotency.same-command-rest', {
    summary: 'A repeated request over REST is a new command.',
    edge: withIgnoredKeys('rest'),
  }),
  // Idempotency-Key rules: the same key returns the same command, also when its client had long to wait.
  'key-forgotten-after-fifteen-seconds': breaks('idempotency.same-command-rest', {
    summary:
      'A request that is repeated more than fifteen seconds after its command has succeeded is a new command.',
    edge: forgetting(
      ({ status, completedAt = Infinity }, _, clock) =>
        status === 'succeeded' && clock.now() - completedAt > FIFTEEN_SECONDS,
    ),
  }),
  // Idempotency-Key rules: the same key returns the same command, however many other keys came after it.
  'eighth-key-forgets-first': breaks('idempotency.same-command-rest', {
    summary: 'A request that is repeated after seven others of its client is carried out once more.',
    edge: () => {
      const kept = new Map<string, string[]>();
      const keysOf = ({ clientId }: CommandRequest): string[] => {
        const keys = kept.get(clientId) ?? [];
        kept.set(clientId, keys);
        return keys;
      };
      return [
        portCall('ledger', 'lookUp', (request, next) => {
          const { idempotencyKey: key } = request;
          const forgotten = key !== undefined && !keysOf(request).includes(key);
          return forgotten ? { kind: 'new' } : next(request);
        }),
        commandsBegun((request) => {
          const keys = keysOf(request);
          if (request.idempotencyKey !== undefined) keys.push(request.idempotencyKey);
          if (keys.length > ROOM) keys.shift();
        }),
      ];
    },
  }),
  // Idempotency-Key rules: the same key returns the same command over WebSocket.
  'key-ignored-over-websocket': breaks('idempotency.same-command-websocket', {
    summary: 'A repeated request over WebSocket is a new command.',
    edge: withIgnoredKeys('ws'),
  }),
  // Idempotency-Key rules: the same key returns the same command, on a later connection too.
  'key-lost-with-connection': breaks('idempotency.same-command-websocket', {
    summary: 'A key that came over a WebSocket connection is unknown once that connection has been closed.',
    edge: () => {
      const broughtBy = new Map<string, Connection>();
      return [
        forgetting(({ commandId }) => broughtBy.get(commandId)?.ended === true),
        commandsBegun(({ origin }, { commandId }) => {
          const bringer = connectionOf(origin);
          if (bringer) broughtBy.set(commandId, bringer);
        }),
      ];
    },
  }),
  // REST and WebSocket consistency: the key in the header and the key in data.idempotencyKey are one concept.
  'key-per-channel': breaks('idempotency.across-channels', {
    summary: 'A key that was used over REST creates a second command over WebSocket.',
    edge: renamedKeys((key, { origin }) => `${origin?.channel} ${key}`),
  }),
  // REST and WebSocket consistency: a key of a REST request is known on every connection, a new one too.
  'rest-key-unknown-after-reconnect': breaks('idempotency.across-channels', {
    summary:
      'A client that has reconnected and repeats an earlier REST request over WebSocket runs it again.',
    edge: () => {
      const leavers = new Set<string>();
      const reconnected = new Set<Connection>();
      const overRest = new Set<string>();
      return [
        connections({
          begun: (connection) => {
            if (leavers.has(connection.clientId)) reconnected.add(connection);
          },
          ended: ({ clientId }) => void leavers.add(clientId),
        }),
        forgetting(({ commandId, createdAt = 0 }, { origin }) => {
          const connection = connectionOf(origin);
          if (!connection || !reconnected.has(connection)) return false;
          return overRest.has(commandId) && connection.openedAt > createdAt;
        }),
        commandsBegun(({ origin }, { commandId }) => {
          if (!connectionOf(origin)) overRest.add(commandId);
        }),
      ];
    },
  }),
  // Idempotency-Key rules: each new key is a new command request.
  'same-body-same-command': breaks('idempotency.new-key-new-command', {
    summary: 'A request that asks for the same as the one before is given its command, also under a new key.',
    edge: mergedRequests(() => true),
  }),
  // Idempotency-Key rules: each new key is a new command request, however soon after another one it comes.
  'double-click-protected': breaks('idempotency.new-key-new-command', {
    summary: 'The same request under a new key within half a second is given the command of the first.',
    edge: mergedRequests(({ kind }, age) => kind === 'new' && age <= DOUBLE_CLICK),
  }),
  // Idempotency-Key rules: a key is not used again for another request body.
  'key-reuse-runs': breaks('idempotency.reused-for-another-request', {
    summary: 'A used key with another body is carried out as a new command.',
    edge: portCall('ledger', 'lookUp', (request, next) => {
      const known = next(request);
      return known.kind === 'conflict' ? { kind: 'new' } : known;
    }),
  }),
  // Idempotency-Key rules: a key is not used again for another device.
  'key-per-device': breaks('idempotency.reused-for-another-request', {
    summary: 'A used key is carried out as a new command when it names another device.',
    edge: renamedKeys((key, { deviceId }) => `${deviceId} ${key}`),
  }),
  // Idempotency-Key rules: a client generates keys for its own requests, so two clients may use the same one.
  'key-shared-by-clients': breaks('idempotency.per-client', {
    summary: 'A key used by one API client is taken for known when another one uses it.',
    edge: filedKeys((request) => ({ ...request, clientId: 'everybody' })),
  }),
  // Idempotency-Key rules: a client generates keys for its own requests, over WebSocket too.
  'key-shared-on-websocket': breaks('idempotency.per-client', {
    summary:
      'A key that one API client used over WebSocket is taken for known when another one uses it there.',
    edge: filedKeys((request) =>
      isOverWebSocket(request.origin) ? { ...request, clientId: 'everybody' } : request,
    ),
  }),
  // Idempotency-Key rules: a repeat sends no further command to the device.
  'repeat-runs-again': breaks('idempotency.no-second-execution', {
    summary: 'A repeated request returns the first command, but the device carries it out again.',
    edge: runningRepeats(() => true),
  }),
  // Idempotency-Key rules: a repeat sends no further command to the device, not even for a setting.
  'repeat-sets-jog-again': breaks('idempotency.no-second-execution', {
    summary: 'The repeat of a jog configuration overwrites the duration that was set after it.',
    edge: runningRepeats(({ name }) => name === 'device.relay.jogConfig.set'),
  }),
  // Idempotency-Key rules: a repeat sends no further command to the device, also where it shows to a witness alone.
  'repeated-bytes-sent': breaks('idempotency.no-second-execution', {
    summary: 'The repeat of an answered transceive returns the first command, and sends the bytes again.',
    edge: runningRepeats(
      ({ name }, { status }) => name === 'device.rs485.transceive' && status !== 'timeout',
    ),
  }),
  // Idempotency-Key rules: a request without a response is repeated with its key, any number of times.
  'key-good-for-one-repeat': breaks('idempotency.after-lost-response', {
    summary: 'Once a request has been repeated its key is forgotten, and the next repeat runs.',
    edge: () => {
      const repeated = new Set<string>();
      return forgetting(({ commandId }) => {
        const used = repeated.has(commandId);
        repeated.add(commandId);
        return used;
      });
    },
  }),
  // Idempotency-Key rules: when the connection is lost before the response, a repeat creates no second command.
  'cut-command-runs-again': breaks('idempotency.after-lost-response', {
    summary: 'A command whose WebSocket connection was lost while it ran is carried out again on the repeat.',
    edge: () => {
      const running = new Map<string, Connection>();
      const forgotten = new Set<string>();
      return [
        connections({
          ended: (gone) => {
            for (const [commandId, bringer] of running) if (bringer === gone) forgotten.add(commandId);
          },
        }),
        forgetting(({ commandId }) => forgotten.has(commandId)),
        commandsBegun(({ origin }, { commandId }) => {
          const bringer = connectionOf(origin);
          if (bringer) running.set(commandId, bringer);
          return () => void running.delete(commandId);
        }),
      ];
    },
  }),
  // Idempotency-Key rules: the same key returns the same command, also while the command still runs.
  'repeat-in-flight-runs': breaks('idempotency.in-flight', {
    summary: 'A repeat while the first request still runs creates a second command.',
    edge: [passingBy(() => true), forgetting(({ status }) => status === 'pending')],
  }),
  // Idempotency-Key rules: the same key returns the same command, also to several repeats at once.
  'racing-repeats-run': breaks('idempotency.in-flight', {
    summary: 'Of two repeats that arrive while the first request still runs, the second is a new command.',
    edge: () => {
      const awaited = new Set<string>();
      let racing = false;
      return [
        passingBy(() => racing),
        portCall('ledger', 'lookUp', (request, next) => {
          const known = next(request);
          racing = false;
          if (known.kind !== 'repeat' || known.entry.command.status !== 'pending') return known;
          const { commandId } = known.entry.command;
          racing = awaited.has(commandId);
          awaited.add(commandId);
          return racing ? { kind: 'new' } : known;
        }),
      ];
    },
  }),
  // Command status: a repeat of a command that ended in TIMEOUT returns that command.
  'timeout-runs-again': breaks('idempotency.timeout-is-final', {
    summary: 'A repeat of a request that ended in TIMEOUT is sent to the device once more.',
    edge: forgetting(({ status }) => status === 'timeout'),
  }),
  // Command status: a repeat of a command that ended in TIMEOUT sends nothing to the device.
  'timeout-sent-again': breaks('idempotency.timeout-is-final', {
    summary:
      'A repeat of a request that ended in TIMEOUT sends the bytes again, and returns the first command.',
    edge: runningRepeats((_, { status }) => status === 'timeout'),
  }),
  // Idempotency-Key rules: a retry reuses the original key, so it must be able to succeed after DEVICE_BUSY.
  'refusal-remembered': breaks('idempotency.refused-is-not-remembered', {
    summary: 'A request refused with DEVICE_BUSY is refused for ever under its key.',
    edge: withKeptRefusals(() => true),
  }),
  // Idempotency-Key rules: a retry reuses the original key, over WebSocket too.
  'refusal-remembered-on-websocket': breaks('idempotency.refused-is-not-remembered', {
    summary: 'A request refused with DEVICE_BUSY over WebSocket is refused there for ever under its key.',
    edge: withKeptRefusals(({ origin }) => isOverWebSocket(origin)),
  }),
  // Idempotency-Key rules: the same key and request return the first command, and no refusal.
  'repeat-refused-as-offline': breaks('idempotency.same-command-rest', {
    summary: 'A request whose key was used before is refused as if its device were offline.',
    edge: withRefusedRepeats,
  }),
});

/** Takes every request on one of the channels for a new one. */
function withIgnoredKeys(channel: Channel): Edge {
  return portCall('ledger', 'lookUp', (request, next) =>
    request.origin?.channel === channel ? { kind: 'new' } : next(request),
  );
}

function withRefusedRepeats(): Edge {
  const used = new Set<string>();
  return call('operate', async (caller, request, next) => {
    const slot = slotOf({ ...request, clientId: caller.clientId });
    if (slot !== undefined && used.has(slot)) return refuse('DEVICE_OFFLINE', 'The device is not connected.');
    const outcome = await next(caller, request);
    if (outcome.ok && slot !== undefined) used.add(slot);
    return outcome;
  });
}

/** @param applies whether a refusal of this caller is kept under the key of its request. */
function withKeptRefusals(applies: (caller: Caller) => boolean): () => Edge {
  return () => {
    const refused = new Map<string, ServiceResult<CommandValue>>();
    return call('operate', async (caller, request, next) => {
      if (!applies(caller)) return next(caller, request);
      const slot = `${caller.clientId} ${request.idempotencyKey}`;
      const earlier = refused.get(slot);
      if (earlier) return earlier;
      const outcome = await next(caller, request);
      if (isRefusedWith(outcome, 'DEVICE_BUSY')) refused.set(slot, outcome);
      return outcome;
    });
  };
}
