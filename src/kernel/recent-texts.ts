// Remembers what was made of the last texts. A reply that is asked for again and again is the same text each time, and
// need not be put together, flattened and counted anew.

/** One text is remembered for each remainder of a length by this. */
const SLOTS = 16;
/** In characters; what is made of longer texts is not remembered. */
const LONGEST = 256 * 1024;

/** @param make depends on nothing but the text. */
export function ofRecentTexts<T>(make: (text: string) => T): (text: string) => T {
  const slots: { readonly text: string; readonly made: T }[] = [];
  return (text) => {
    const slot = text.length % SLOTS;
    const recent = slots[slot];
    if (recent?.text === text) return recent.made;
    const made = make(text);
    if (text.length <= LONGEST) slots[slot] = { text, made };
    return made;
  };
}
