// Puts relay changes of one device that wait for their turn at the same time into one request
// (rule client.relays-in-one-request).
import type { Answer } from './answer.js';
import { type Operation, type RelayAction, relaySet } from './operations.js';
import type { Commander } from './commander.js';

interface Batch {
  readonly changes: Map<number, RelayAction>;
  readonly answer: Promise<Answer>;
}

/** Hands all operations on to the commander; relay changes may share a request. */
export interface RelayBatches {
  setRelays(deviceId: string, changes: ReadonlyMap<number, RelayAction>): Promise<Answer>;
  other(operation: Operation): Promise<Answer>;
}

export function createRelayBatches(command: Commander): RelayBatches {
  /** For each device the batch that was asked for last, as long as it waits. */
  const open = new Map<string, Batch>();

  return {
    setRelays: (deviceId, changes) => {
      const waiting = open.get(deviceId);
      // A relay that is to move twice moves twice.
      if (waiting && [...changes.keys()].every((index) => !waiting.changes.has(index))) {
        for (const [index, action] of changes) waiting.changes.set(index, action);
        return waiting.answer;
      }
      const own = new Map(changes);
      const drop = (): void => {
        if (open.get(deviceId)?.changes === own) open.delete(deviceId);
      };
      const answer = command('device.relay.set', deviceId, () => {
        drop();
        return relaySet(deviceId, own);
      }).finally(drop);
      open.set(deviceId, { changes: own, answer });
      return answer;
    },
    other: (operation) => {
      // What is asked for after it is not to overtake it.
      open.delete(operation.deviceId);
      return command(operation.name, operation.deviceId, () => operation);
    },
  };
}
