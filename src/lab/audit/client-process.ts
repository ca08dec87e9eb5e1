// What a day knows of a client that it starts. Who starts it, and how, is for the caller to say.
import type { ClientPlace } from '../../audit/days/place.js';

export interface ClientProcess {
  /** Resolves with how it ended, in words: `exit code 1`, `SIGSEGV`; for one that never began with why. */
  readonly ended: Promise<ClientEnd>;
  /** Gives it one line on its input; it need not read it. */
  tell(line: string): void;
  /** Ends it and all that it has started: first asked, then by force. Resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** The end of what it has written so far. */
  output(): string;
}

export interface ClientEnd {
  readonly how: string;
  /** It could not be started at all. */
  readonly neverBegan: boolean;
}

export type StartClient = (place: ClientPlace) => ClientProcess;
