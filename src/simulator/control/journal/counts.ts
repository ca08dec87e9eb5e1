// How many records of which sort there have been. They are counted as they are written, without a record being made:
// metrics and pages read the counts when somebody looks, so that neither costs anything with each request.
import type { Channel } from '../../../trace/record.js';
import type { JournalEntry } from './entry.js';

/** Records that are counted by one word: the topic of an event, the name of a stimulus, and so on. */
export type CountedKind = 'event' | 'fault' | 'physical' | 'connection' | 'stimulus' | 'bug';

export interface RepliesCounted {
  readonly channel: Channel;
  readonly what: string;
  readonly code: string;
  readonly count: number;
}

/** Since the simulator was started; they only grow. */
export interface JournalCounts {
  replies(): RepliesCounted[];
  /** By word. An event counts once, to however many connections it went. */
  of(kind: CountedKind): ReadonlyMap<string, number>;
}

export interface WrittenCounts extends JournalCounts {
  reply(channel: Channel, what: string, code: string): void;
  note(entry: JournalEntry): void;
}

type Words = Map<string, number>;

export function createCounts(): WrittenCounts {
  const replies: Readonly<Record<Channel, Map<string, Words>>> = { rest: new Map(), ws: new Map() };
  const others: Readonly<Record<CountedKind, Words>> = {
    event: new Map(),
    fault: new Map(),
    physical: new Map(),
    connection: new Map(),
    stimulus: new Map(),
    bug: new Map(),
  };
  return {
    reply: (channel, what, code) => {
      const known = replies[channel].get(what);
      if (known) add(known, code);
      else replies[channel].set(what, new Map([[code, 1]]));
    },
    note: (entry) => {
      const word = wordOf(entry);
      if (word !== undefined) add(others[entry.kind as CountedKind], word);
    },
    replies: () =>
      (['rest', 'ws'] as const).flatMap((channel) =>
        [...replies[channel]].flatMap(([what, codes]) =>
          [...codes].map(([code, count]) => ({ channel, what, code, count })),
        ),
      ),
    of: (kind) => others[kind],
  };
}

/** The words are those of the interface and of this program; a reply that a fault has made may have another code. */
const MOST_WORDS = 1000;
const OTHER = 'other';

function add(words: Words, word: string): void {
  const known = words.get(word);
  if (known !== undefined) words.set(word, known + 1);
  else if (words.size < MOST_WORDS) words.set(word, 1);
  else words.set(OTHER, (words.get(OTHER) ?? 0) + 1);
}

/** Undefined for what is not counted. */
function wordOf(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'event':
      // Those that went to one connection apart have been counted when they were published.
      return entry.connection === '*' ? entry.topic : undefined;
    case 'fault':
      return entry.type;
    case 'physical':
      return entry.act;
    case 'connection':
      return entry.state;
    case 'stimulus':
      return entry.name;
    case 'bug':
      return '';
    default:
      return undefined;
  }
}
