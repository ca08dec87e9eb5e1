import { labelled } from '../layout.js';
import { leftUncheckedIn } from '../left-unchecked.js';
export function leftUncheckedSection(result, { paint, width }) {
    const left = leftUncheckedIn(result);
    if (!left)
        return [];
    const lines = (what, rules) => rules.length === 0
        ? []
        : [
            ...labelled('', `${what} (${rules.length})`, 2, 0, width),
            ...labelled('', rules.join(', '), 4, 0, width).map(paint.quiet),
        ];
    return [
        paint.heading(`Left unchecked by ${left.option}, by rule`),
        ...lines('nothing of these rules was checked', left.rules),
        ...lines('these rules were checked in part', left.inPart),
    ];
}
