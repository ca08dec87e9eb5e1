// Texts of which it is known how much they give away: those that everybody may read, and those in which nothing was
// found before.
import { fold } from './grams.js';
/** Texts in which nothing was found: names and words come again in every record. */
export function createHarmless() {
    const texts = new Set();
    return {
        has: (text) => text.length <= LONGEST_HARMLESS && texts.has(text),
        add: (text) => {
            if (texts.size >= MOST_HARMLESS)
                texts.clear();
            return text.length <= LONGEST_HARMLESS ? texts.add(text) : texts;
        },
        clear: () => texts.clear(),
    };
}
const LONGEST_HARMLESS = 128;
const MOST_HARMLESS = 8192;
/** Put together when they are first asked for: most searches find nothing that they would be asked about. */
export function createOpenTexts() {
    const added = [];
    let joined;
    return {
        add: (texts) => {
            added.push(texts);
            joined = undefined;
        },
        has: (folded) => {
            joined ??= fold([...new Set(added.flat())].join('\n'));
            return joined.includes(folded);
        },
    };
}
