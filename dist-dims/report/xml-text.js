// Keeps characters that XML 1.0 forbids out of a report: a target may put anything into a reply.
const FORBIDDEN = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
const ALLOWED_CONTROLS = /[\t\n\r\u007f-\u009f]/;
/** The text with forbidden characters, halves of surrogate pairs among them, written as `\u001b`. */
export function sanitised(text) {
    return text.replace(FORBIDDEN, (character) => {
        if (ALLOWED_CONTROLS.test(character))
            return character;
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}
