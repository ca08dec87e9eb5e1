// A list, for programs and for people.
import { labelled, wrap } from '../../report/layout.js';
import type { Io } from '../io.js';

export interface PrintedList {
  readonly data: unknown;
  readonly text: string;
}

/** Wider lines are hard to read. */
const WIDEST = 140;

/** Columns for the text of a list: those of the terminal. On a pipe lines stay whole, so that they can be searched. */
function listWidth({ out }: Io): number {
  return out.columns === undefined ? Infinity : Math.min(out.columns, WIDEST);
}

const INDENT = 4;

export interface ListEntry {
  readonly name: string;
  /** Beside the name. */
  readonly title: string;
  /** Below it, each a paragraph. */
  readonly notes?: readonly string[];
  /** Whether the last of the notes says that something is missing. */
  readonly lacking?: boolean;
}

/** Entries by name, each with its notes below it, and a last line that counts them. */
export function listText(entries: readonly ListEntry[], summary: string, io: Io): string {
  const width = listWidth(io);
  const { paint } = io.out;
  const lines = entries.flatMap(({ name, title, notes = [], lacking = false }) => {
    const [first = '', ...more] = wrap(`${name}  ${title}`, width);
    const beside = first.slice(name.length);
    return [
      paint.heading(first.slice(0, name.length)) + beside,
      ...labelled('', more.join(' '), INDENT, 0, width).filter((line) => line.trim() !== ''),
      ...notes.flatMap((note, at) => {
        const brush = lacking && at === notes.length - 1 ? paint.doubtful : paint.quiet;
        return labelled('', note, INDENT, 0, width).map(brush);
      }),
    ];
  });
  return [...lines, '', ...wrap(summary, width), ''].join('\n');
}
