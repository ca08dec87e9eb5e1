// Commands that have not ended, of which somebody waits for the end on this instance.
import type { CommandValue } from '../../dialect/dialect.js';
import type { CommandEntry } from '../service/command.js';

type Final = CommandValue | undefined;

interface Waiting {
  readonly command: CommandEntry['command'];
  readonly finished: Promise<Final>;
  readonly settle: (final: Final) => void;
}

export interface Finals {
  /** Resolves with the final command; with undefined when this instance will not learn of it. */
  wait(command: CommandEntry['command']): Promise<Final>;
  settle(commandId: string, final: (pending: CommandEntry['command']) => Final): void;
  /** Nobody waits any more. */
  giveUp(): void;
}

export function createFinals(): Finals {
  const waiting = new Map<string, Waiting>();
  return {
    wait: (command) => {
      const known = waiting.get(command.commandId);
      if (known) return known.finished;
      let settle: Waiting['settle'] = () => undefined;
      const finished = new Promise<Final>((resolve) => (settle = resolve));
      waiting.set(command.commandId, { command, finished, settle });
      return finished;
    },
    settle: (commandId, final) => {
      const known = waiting.get(commandId);
      waiting.delete(commandId);
      known?.settle(final(known.command));
    },
    giveUp: () => {
      for (const { settle } of waiting.values()) settle(undefined);
      waiting.clear();
    },
  };
}
