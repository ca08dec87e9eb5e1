// Plain text for people: lines, columns, and how words are emphasised. It loads nothing, so that help comes at once.

// Lines and columns of plain text.

/** Breaks a text at spaces so that no line exceeds `width`; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A label and its text, wrapped and aligned: the label stands beside the first line only. */
export function labelled(
  label: string,
  text: string,
  indent: number,
  labelWidth: number,
  width: number,
): string[] {
  const hang = indent + labelWidth;
  return wrap(text, Math.max(30, width - hang)).map((line, at) =>
    at === 0 ? `${' '.repeat(indent)}${label.padEnd(labelWidth)}${line}` : `${' '.repeat(hang)}${line}`,
  );
}

/** Sections of lines with an empty line between them; those without a line are left out. */
export function sectionsText(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

// Rows of words as aligned columns.

/** The first row is the head. Columns are two spaces apart; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

// How a report is emphasised. Colour is for the caller to give; without it every word still stands.

type Brush = (text: string) => string;

export interface Paint {
  readonly heading: Brush;
  readonly good: Brush;
  readonly bad: Brush;
  readonly doubtful: Brush;
  readonly quiet: Brush;
}

const bare: Brush = (text) => text;

export const NO_PAINT: Paint = { heading: bare, good: bare, bad: bare, doubtful: bare, quiet: bare };
