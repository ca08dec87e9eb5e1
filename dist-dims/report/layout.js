// Lines and columns of plain text.
/** Breaks a text at spaces so that no line exceeds `width`; a longer word stays whole. */
export function wrap(text, width) {
    return text.split('\n').flatMap((line) => wrapLine(line, width));
}
function wrapLine(text, width) {
    const lines = [];
    let line = '';
    for (const word of text.split(' ')) {
        if (line !== '' && line.length + 1 + word.length > width) {
            lines.push(line);
            line = word;
        }
        else {
            line = line === '' ? word : `${line} ${word}`;
        }
    }
    return [...lines, line];
}
/** A label and its text, wrapped and aligned: the label stands beside the first line only. */
export function labelled(label, text, indent, labelWidth, width) {
    const hang = indent + labelWidth;
    return wrap(text, Math.max(30, width - hang)).map((line, at) => at === 0 ? `${' '.repeat(indent)}${label.padEnd(labelWidth)}${line}` : `${' '.repeat(hang)}${line}`);
}
/** Items under their key, in the order in which keys first appear. */
export function groupBy(items, keyOf) {
    const groups = new Map();
    for (const item of items) {
        const key = keyOf(item);
        const group = groups.get(key);
        if (group)
            group.push(item);
        else
            groups.set(key, [item]);
    }
    return groups;
}
export function plural(count, noun) {
    return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
