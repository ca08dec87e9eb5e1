// A command as a record of the tables.
import { z } from 'zod';
import { command, operation, operationResult } from '../../contract/schemas/command.js';
import type { CommandEntry } from '../service/command.js';
import { slotOf, type Stored } from '../service/command-shelf.js';

/** A command on the shelf, with its number in the table. */
export interface NumberedCommand extends Stored {
  readonly nth: number;
  /** The outcome that is being written; nobody is told of it before it is on disk. */
  outcome?: { readonly command: CommandEntry['command']; readonly expiresAt: number };
}

export const commandRecord = z.object({
  command: command.omit({ params: true }).extend({
    deviceId: z.string(),
    operation,
    result: operationResult.optional(),
  }),
  clientId: z.string(),
  idempotencyKey: z.string().optional(),
  /** Clock time in ms at which it is forgotten; absent while it runs. */
  expiresAt: z.number().optional(),
});
export type CommandRecord = z.output<typeof commandRecord>;

export function storedRecordOf({ entry, expiresAt, outcome }: NumberedCommand): CommandRecord {
  const { clientId, idempotencyKey } = entry;
  const until = outcome?.expiresAt ?? expiresAt;
  return {
    command: outcome?.command ?? entry.command,
    clientId,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(Number.isFinite(until) && { expiresAt: until }),
  };
}

export function numberedCommand(nth: number, record: CommandRecord): NumberedCommand {
  const { command: kept, clientId, idempotencyKey, expiresAt = Number.POSITIVE_INFINITY } = record;
  let settle: Stored['settle'] = () => undefined;
  const finished =
    kept.status === 'pending'
      ? new Promise<typeof kept | undefined>((resolve) => (settle = resolve as Stored['settle']))
      : Promise.resolve(kept);
  const entry = { command: kept, clientId, idempotencyKey, finished };
  return { nth, entry, keySlot: slotOf(entry), expiresAt, settle };
}
