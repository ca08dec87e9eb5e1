import { groupBy, labelled, plural } from '../layout.js';
export function skippedSection(result, { paint, width }) {
    const skipped = result.checks.filter(({ verdict }) => verdict === 'skipped');
    if (skipped.length === 0)
        return [];
    const byReason = groupBy(skipped, ({ reason }) => reason ?? 'no reason was given');
    return [
        paint.heading('Skipped'),
        ...[...byReason].flatMap(([reason, checks]) => [
            ...labelled('', `${reason} (${plural(checks.length, 'check')})`, 2, 0, width),
            ...labelled('', checks.map(({ id }) => id).join(', '), 4, 0, width).map(paint.quiet),
        ]),
    ];
}
