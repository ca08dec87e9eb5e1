// Rules that nobody can check from outside of a server, by the reason why.
import { unobservableReason } from '../by-rule.js';
import { labelled } from '../layout.js';
export function unobservableSection(rules, { paint, width }) {
    const lines = rules.flatMap(({ rule: { id }, verdict }) => {
        const why = unobservableReason(id, verdict);
        if (why === undefined)
            return [];
        return [...labelled('', id, 2, 0, width), ...labelled('', why, 4, 0, width).map(paint.quiet)];
    });
    return lines.length === 0 ? [] : [paint.heading('Not to be seen from outside'), ...lines];
}
