// Texts that were cut out of a larger one.

/**
 * The same text, put together anew from its characters. The engine keeps texts with one byte a character where
 * that is enough, but what was cut out of a text with two bytes a character has two itself: one `…` in a comment
 * of a YAML file makes everything read from that file, and everything it becomes a part of, about five times as
 * slow to send. For what is read once and written often.
 */
export function compact(text: string): string {
  return text.split('').join('');
}

// A text of its own memory. A part of a text keeps the whole of it in memory for as long as the part is kept.

/** The first `longest` characters of the text, for those who keep them longer than the text that they came in. */
export function detached(text: string, longest: number): string {
  return text.slice(0, longest).split('').join('');
}
