// A command that the service holds.
import type { CommandValue } from '../../dialect/dialect.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Origin } from './origin.js';

/** A command that the service holds; `deviceId` is always known here. */
export interface CommandEntry {
  readonly command: CommandValue & { readonly deviceId: string };
  readonly clientId: string;
  readonly idempotencyKey: string | undefined;
  /**
   * Resolves with the final command; a repeat in flight waits on it (idempotency.in-flight). With undefined when the
   * command was withdrawn before it began.
   */
  readonly finished: Promise<CommandValue | undefined>;
}

export interface CommandRequest {
  /** The ledger does not look at it: it is for those who decorate the ledger. */
  readonly origin?: Origin | undefined;
  readonly clientId: string;
  readonly deviceId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string | undefined;
}
