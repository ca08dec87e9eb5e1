// Defects of repeats: a request that is sent again under its key runs again, or is refused for ever.
import type { CommandValue } from '../../dialect/dialect.js';
import type { Decoration } from '../decoration.js';
import type { Connection } from '../service/origin.js';
import type { ServiceResult } from '../service/outcome.js';
import type { Caller } from '../service/service.js';
import type { Defect } from './defect.js';
import { connectionOf, withConnections } from './wrap/connections.js';
import { enterAnyway } from './wrap/lane.js';
import { forgetful, withRunningRepeats } from './wrap/ledger.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

export const IDEMPOTENCY_REPEAT_DEFECTS: readonly Defect[] = [
  // Idempotency-Key rules: a repeat sends no further command to the device.
  {
    id: 'repeat-runs-again',
    rule: 'idempotency.no-second-execution',
    summary: 'A repeated request returns the first command, but the device carries it out again.',
    decorate: () => withRunningRepeats(() => true),
  },
  // Idempotency-Key rules: a repeat sends no further command to the device, not even for a setting.
  {
    id: 'repeat-sets-jog-again',
    rule: 'idempotency.no-second-execution',
    summary: 'The repeat of a jog configuration overwrites the duration that was set after it.',
    decorate: () => withRunningRepeats(({ name }) => name === 'device.relay.jogConfig.set'),
  },
  // Idempotency-Key rules: a request without a response is repeated with its key, any number of times.
  {
    id: 'key-good-for-one-repeat',
    rule: 'idempotency.after-lost-response',
    summary: 'Once a request has been repeated its key is forgotten, and the next repeat runs.',
    decorate: () =>
      withPorts(({ ledger }) => {
        const repeated = new Set<string>();
        return {
          ledger: {
            lookUp: forgetful(ledger, ({ commandId }) => {
              const used = repeated.has(commandId);
              repeated.add(commandId);
              return used;
            }),
          },
        };
      }),
  },
  // Idempotency-Key rules: when the connection is lost before the response, a repeat creates no second command.
  {
    id: 'cut-command-runs-again',
    rule: 'idempotency.after-lost-response',
    summary: 'A command whose WebSocket connection was lost while it ran is carried out again on the repeat.',
    decorate: () => {
      const running = new Map<string, Connection>();
      const forgotten = new Set<string>();
      return {
        ...withConnections({
          ended: (gone) => {
            for (const [commandId, bringer] of running) if (bringer === gone) forgotten.add(commandId);
          },
        }),
        ...withPorts(({ ledger }) => ({
          ledger: {
            lookUp: forgetful(ledger, ({ commandId }) => forgotten.has(commandId)),
            open: (request) => {
              const { entry, finish } = ledger.open(request);
              const { commandId } = entry.command;
              const bringer = connectionOf(request.origin);
              if (bringer) running.set(commandId, bringer);
              return {
                entry,
                finish: (outcome) => {
                  running.delete(commandId);
                  finish(outcome);
                },
              };
            },
          },
        })),
      };
    },
  },
  // Idempotency-Key rules: the same key returns the same command, also while the command still runs.
  {
    id: 'repeat-in-flight-runs',
    rule: 'idempotency.in-flight',
    summary: 'A repeat while the first request still runs creates a second command.',
    decorate: () =>
      withPorts(({ lane, ledger }) => ({
        lane: { enter: enterAnyway(lane, () => true) },
        ledger: { lookUp: forgetful(ledger, ({ status }) => status === 'pending') },
      })),
  },
  // Idempotency-Key rules: the same key returns the same command, also to several repeats at once.
  {
    id: 'racing-repeats-run',
    rule: 'idempotency.in-flight',
    summary: 'Of two repeats that arrive while the first request still runs, the second is a new command.',
    decorate: () =>
      withPorts(({ lane, ledger }) => {
        const awaited = new Set<string>();
        let racing = false;
        return {
          lane: { enter: enterAnyway(lane, () => racing) },
          ledger: {
            lookUp: (request) => {
              const known = ledger.lookUp(request);
              racing = false;
              if (known.kind !== 'repeat' || known.entry.command.status !== 'pending') return known;
              const { commandId } = known.entry.command;
              racing = awaited.has(commandId);
              awaited.add(commandId);
              return racing ? { kind: 'new' } : known;
            },
          },
        };
      }),
  },
  // Command status: a repeat of a command that ended in TIMEOUT returns that command.
  {
    id: 'timeout-runs-again',
    rule: 'idempotency.timeout-is-final',
    summary: 'A repeat of a request that ended in TIMEOUT is sent to the device once more.',
    decorate: () =>
      withPorts(({ ledger }) => ({
        ledger: { lookUp: forgetful(ledger, ({ status }) => status === 'timeout') },
      })),
  },
  // Command status: a repeat of a command that ended in TIMEOUT sends nothing to the device.
  {
    id: 'timeout-sent-again',
    rule: 'idempotency.timeout-is-final',
    summary:
      'A repeat of a request that ended in TIMEOUT sends the bytes again, and returns the first command.',
    decorate: () => withRunningRepeats((_, { status }) => status === 'timeout'),
  },
  // Idempotency-Key rules: a retry reuses the original key, so it must be able to succeed after DEVICE_BUSY.
  {
    id: 'refusal-remembered',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY is refused for ever under its key.',
    decorate: () => withKeptRefusals(() => true),
  },
  // Idempotency-Key rules: a retry reuses the original key, over WebSocket too.
  {
    id: 'refusal-remembered-on-websocket',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY over WebSocket is refused there for ever under its key.',
    decorate: () => withKeptRefusals(({ origin }) => origin?.channel === 'ws'),
  },
  // Idempotency-Key rules: the same key and request return the first command, and no refusal.
  {
    id: 'repeat-refused-as-offline',
    rule: 'idempotency.same-command-rest',
    summary: 'A request whose key was used before is refused as if its device were offline.',
    decorate: withRefusedRepeats,
  },
];

function withRefusedRepeats(): Decoration {
  return withService((service) => {
    const used = new Set<string>();
    return {
      operate: async (caller, request) => {
        const slot = `${caller.clientId} ${request.idempotencyKey}`;
        if (request.idempotencyKey !== undefined && used.has(slot))
          return { ok: false, refusal: { code: 'DEVICE_OFFLINE', message: 'The device is not connected.' } };
        const outcome = await service.operate(caller, request);
        if (outcome.ok) used.add(slot);
        return outcome;
      },
    };
  });
}

/** @param applies whether a refusal of this caller is kept under the key of its request. */
function withKeptRefusals(applies: (caller: Caller) => boolean): Decoration {
  return withService((service) => {
    const refused = new Map<string, ServiceResult<CommandValue>>();
    return {
      operate: async (caller, request) => {
        if (!applies(caller)) return service.operate(caller, request);
        const slot = `${caller.clientId} ${request.idempotencyKey}`;
        const earlier = refused.get(slot);
        if (earlier) return earlier;
        const outcome = await service.operate(caller, request);
        if (!outcome.ok && outcome.refusal.code === 'DEVICE_BUSY') refused.set(slot, outcome);
        return outcome;
      },
    };
  });
}
