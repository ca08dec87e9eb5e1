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

export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
