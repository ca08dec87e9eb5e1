// Short words about what somebody has just done on the page: what came of it, or why it could not be done.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { BrowserClock } from '../../shared/machine.js';
import type { ApiAnswer } from '../api.js';

export interface Notice {
  readonly text: string;
  readonly mood: 'good' | 'bad';
}

export interface Notices {
  readonly current: ReadonlySignal<Notice | undefined>;
  say(text: string, mood?: Notice['mood']): void;
  /** Waits for an answer, and says why when it is a refusal. */
  done<T>(answer: Promise<ApiAnswer<T>>, text?: (value: T) => string): Promise<T | undefined>;
}

/** In ms. */
const SHOWN_FOR = 5000;

export function createNotices(machine: BrowserClock): Notices {
  const current = signal<Notice | undefined>(undefined);
  let cancel = (): void => undefined;
  const say = (text: string, mood: Notice['mood'] = 'good'): void => {
    current.value = { text, mood };
    cancel();
    cancel = machine.after(SHOWN_FOR, () => (current.value = undefined));
  };
  return {
    current,
    say,
    done: async (answer, text) => {
      const got = await answer;
      if (got.ok) {
        if (text) say(text(got.value));
        return got.value;
      }
      say(
        got.problems.map(({ message, hint }) => [message, hint].filter(Boolean).join(' ')).join(' '),
        'bad',
      );
      return undefined;
    },
  };
}
