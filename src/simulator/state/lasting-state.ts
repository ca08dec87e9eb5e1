// What the service remembers, written down: an operation is decided in memory, in one go, and nobody hears of it before
// it is on disk. A command that could not be written is withdrawn before the device acts.
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import type { AwaitedCommand, CommandBegun, ServiceState } from '../service/service-state.js';
import type { StateBook } from './state-book.js';

const UNKEPT = { kind: 'unkept' } as const;

type Begun = Extract<CommandBegun, { kind: 'begun' }>;

/** @param memory decides; its parts mark in the book what they change. */
export function createLastingState(memory: ServiceState, book: StateBook): ServiceState {
  /** Commands that are not on disk yet. */
  const beginning = new Map<string, Promise<boolean>>();

  const begin = async (begun: Begun): Promise<CommandBegun> => {
    const { commandId } = begun.entry.command;
    const written = book.attempt();
    beginning.set(commandId, written);
    const kept = await written;
    beginning.delete(commandId);
    if (kept) return { ...begun, entry: awaited(begun.entry, book) };
    begun.withdraw();
    return UNKEPT;
  };
  const repeat = (entry: AwaitedCommand): MaybePromise<CommandBegun> => {
    const known = { kind: 'repeat', entry: awaited(entry, book) } as const;
    const written = beginning.get(entry.command.commandId);
    return written ? written.then((kept) => (kept ? known : UNKEPT)) : known;
  };

  return {
    ...memory,
    beginCommand: (request, online) =>
      andThen(memory.beginCommand(request, online), (begun) => {
        if (begun.kind === 'repeat') return repeat(begun.entry);
        return begun.kind === 'begun' ? begin(begun) : begun;
      }),
    beginRefresh: (request) =>
      andThen(memory.beginRefresh(request), (begun) => {
        if (begun.kind !== 'begun') return begun;
        const end = async (): Promise<void> => {
          await begun.end();
          // What the refresh shows is on disk when it is shown. A disk that refuses does not keep anybody from reading.
          await book.attempt();
        };
        return { kind: 'begun', end };
      }),
    change: async (clientId, what, make) => {
      // What is refused is refused before it is made, where that is known.
      if (book.failing && !(await book.attempt())) return UNKEPT;
      const changed = await memory.change(clientId, what, make);
      return changed.kind !== 'changed' || (await book.attempt()) ? changed : UNKEPT;
    },
  };
}

/** Nobody waits for a disk that refuses to write: they are told that the outcome is unknown. */
function awaited({ command, finished }: AwaitedCommand, book: StateBook): AwaitedCommand {
  return {
    command,
    get finished() {
      return new Promise<Awaited<typeof finished>>((resolve) => {
        const stop = book.onRefused(() => resolve(undefined));
        void finished.then((final) => {
          stop();
          resolve(final);
        });
      });
    },
  };
}
