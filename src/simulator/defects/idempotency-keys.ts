// Defects of which command a key stands for: for how long, on which channel, for which client and request.
import type { Channel } from '../../trace/record.js';
import type { Decoration } from '../decoration.js';
import type { CommandRequest } from '../service/command-ledger.js';
import type { Connection } from '../service/origin.js';
import type { Defect } from './defect.js';
import { connectionOf, withConnections } from './wrap/connections.js';
import { forgetful, withFiledKeys, withMergedRequests } from './wrap/ledger.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

const FIFTEEN_SECONDS = 15_000;

/** Ms within which a request that equals the last one is taken for a second click. */
const DOUBLE_CLICK = 500;

/** Keys of a client that are kept. */
const ROOM = 7;

export const IDEMPOTENCY_KEY_DEFECTS: readonly Defect[] = [
  // Idempotency-Key rules: the same key returns the same command over REST.
  {
    id: 'key-ignored-over-rest',
    rule: 'idempotency.same-command-rest',
    summary: 'A repeated request over REST is a new command.',
    decorate: () => withIgnoredKeys('rest'),
  },
  // Idempotency-Key rules: the same key returns the same command, also when its client had long to wait.
  {
    id: 'key-forgotten-after-fifteen-seconds',
    rule: 'idempotency.same-command-rest',
    summary:
      'A request that is repeated more than fifteen seconds after its command has succeeded is a new command.',
    decorate: () =>
      withPorts(({ ledger }, { clock }) => ({
        ledger: {
          lookUp: forgetful(
            ledger,
            ({ status, completedAt = Infinity }) =>
              status === 'succeeded' && clock.now() - completedAt > FIFTEEN_SECONDS,
          ),
        },
      })),
  },
  // Idempotency-Key rules: the same key returns the same command, however many other keys came after it.
  {
    id: 'eighth-key-forgets-first',
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated after seven others of its client is carried out once more.',
    decorate: () =>
      withPorts(({ ledger }) => {
        const kept = new Map<string, string[]>();
        const keysOf = ({ clientId }: CommandRequest): string[] => {
          const keys = kept.get(clientId) ?? [];
          kept.set(clientId, keys);
          return keys;
        };
        return {
          ledger: {
            lookUp: (request) => {
              const known = ledger.lookUp(request);
              const { idempotencyKey: key } = request;
              const forgotten = key !== undefined && !keysOf(request).includes(key);
              return forgotten ? { kind: 'new' } : known;
            },
            open: (request) => {
              const keys = keysOf(request);
              if (request.idempotencyKey !== undefined) keys.push(request.idempotencyKey);
              if (keys.length > ROOM) keys.shift();
              return ledger.open(request);
            },
          },
        };
      }),
  },
  // Idempotency-Key rules: the same key returns the same command over WebSocket.
  {
    id: 'key-ignored-over-websocket',
    rule: 'idempotency.same-command-websocket',
    summary: 'A repeated request over WebSocket is a new command.',
    decorate: () => withIgnoredKeys('ws'),
  },
  // Idempotency-Key rules: the same key returns the same command, on a later connection too.
  {
    id: 'key-lost-with-connection',
    rule: 'idempotency.same-command-websocket',
    summary: 'A key that came over a WebSocket connection is unknown once that connection has been closed.',
    decorate: () =>
      withPorts(({ ledger }) => {
        const broughtBy = new Map<string, Connection>();
        return {
          ledger: {
            lookUp: forgetful(ledger, ({ commandId }) => broughtBy.get(commandId)?.ended === true),
            open: (request) => {
              const opened = ledger.open(request);
              const bringer = connectionOf(request.origin);
              if (bringer) broughtBy.set(opened.entry.command.commandId, bringer);
              return opened;
            },
          },
        };
      }),
  },
  // REST and WebSocket consistency: the key in the header and the key in data.idempotencyKey are one concept.
  {
    id: 'key-per-channel',
    rule: 'idempotency.across-channels',
    summary: 'A key that was used over REST creates a second command over WebSocket.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) => {
          const { idempotencyKey: key } = request;
          const own = key === undefined ? undefined : `${caller.origin?.channel} ${key}`;
          return service.operate(caller, { ...request, idempotencyKey: own });
        },
      })),
  },
  // REST and WebSocket consistency: a key of a REST request is known on every connection, a new one too.
  {
    id: 'rest-key-unknown-after-reconnect',
    rule: 'idempotency.across-channels',
    summary:
      'A client that has reconnected and repeats an earlier REST request over WebSocket runs it again.',
    decorate: () => {
      const leavers = new Set<string>();
      const reconnected = new Set<Connection>();
      const overRest = new Set<string>();
      return {
        ...withConnections({
          begun: (connection) => {
            if (leavers.has(connection.clientId)) reconnected.add(connection);
          },
          ended: ({ clientId }) => void leavers.add(clientId),
        }),
        ...withPorts(({ ledger }) => ({
          ledger: {
            lookUp: forgetful(ledger, ({ commandId, createdAt = 0 }, { origin }) => {
              const connection = connectionOf(origin);
              if (!connection || !reconnected.has(connection)) return false;
              return overRest.has(commandId) && connection.openedAt > createdAt;
            }),
            open: (request) => {
              const opened = ledger.open(request);
              if (!connectionOf(request.origin)) overRest.add(opened.entry.command.commandId);
              return opened;
            },
          },
        })),
      };
    },
  },
  // Idempotency-Key rules: each new key is a new command request.
  {
    id: 'same-body-same-command',
    rule: 'idempotency.new-key-new-command',
    summary: 'A request that asks for the same as the one before is given its command, also under a new key.',
    decorate: () => withMergedRequests(() => true),
  },
  // Idempotency-Key rules: each new key is a new command request, however soon after another one it comes.
  {
    id: 'double-click-protected',
    rule: 'idempotency.new-key-new-command',
    summary: 'The same request under a new key within half a second is given the command of the first.',
    decorate: () => withMergedRequests(({ kind }, age) => kind === 'new' && age <= DOUBLE_CLICK),
  },
  // Idempotency-Key rules: a key is not used again for another request body.
  {
    id: 'key-reuse-runs',
    rule: 'idempotency.reused-for-another-request',
    summary: 'A used key with another body is carried out as a new command.',
    decorate: () =>
      withPorts(({ ledger }) => ({
        ledger: {
          lookUp: (request) => {
            const known = ledger.lookUp(request);
            return known.kind === 'conflict' ? { kind: 'new' } : known;
          },
        },
      })),
  },
  // Idempotency-Key rules: a key is not used again for another device.
  {
    id: 'key-per-device',
    rule: 'idempotency.reused-for-another-request',
    summary: 'A used key is carried out as a new command when it names another device.',
    decorate: () =>
      withFiledKeys((request) => {
        const { deviceId, idempotencyKey: key } = request;
        return key === undefined ? request : { ...request, idempotencyKey: `${deviceId} ${key}` };
      }),
  },
  // Idempotency-Key rules: a client generates keys for its own requests, so two clients may use the same one.
  {
    id: 'key-shared-by-clients',
    rule: 'idempotency.per-client',
    summary: 'A key used by one API client is taken for known when another one uses it.',
    decorate: () => withFiledKeys((request) => ({ ...request, clientId: 'everybody' })),
  },
  // Idempotency-Key rules: a client generates keys for its own requests, over WebSocket too.
  {
    id: 'key-shared-on-websocket',
    rule: 'idempotency.per-client',
    summary:
      'A key that one API client used over WebSocket is taken for known when another one uses it there.',
    decorate: () =>
      withFiledKeys((request) =>
        request.origin?.channel === 'ws' ? { ...request, clientId: 'everybody' } : request,
      ),
  },
];

/** Takes every request on one of the channels for a new one. */
function withIgnoredKeys(channel: Channel): Decoration {
  return withPorts(({ ledger }) => ({
    ledger: {
      lookUp: (request) => (request.origin?.channel === channel ? { kind: 'new' } : ledger.lookUp(request)),
    },
  }));
}
