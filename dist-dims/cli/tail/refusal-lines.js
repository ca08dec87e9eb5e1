// What was wrong with a request, below the line of its refusal: why, where, what came, and what went back.
import { escaped } from '../../output/escape.js';
import { gist } from '../../report/gist.js';
import { labelled } from '../../report/layout.js';
const LABEL = 10;
const MOST_BODY = 400;
export function refusalLines(record, { indent, width, paint }) {
    const line = (label, text) => labelled(label, escaped(text), indent, LABEL, width);
    const { problems = [], reason, sent, returned } = record;
    const wrong = problems.map(({ pointer, expected, came }) => {
        const found = came === undefined
            ? 'nothing came'
            : `${typeof came === 'string' ? JSON.stringify(came) : gist(came, MOST_BODY)} came`;
        return `${pointer || 'the whole'}: expected ${expected}; ${found}`;
    });
    return [
        ...(wrong.length === 0 ? [reason] : wrong).flatMap((text, at) => line(at === 0 ? 'wrong' : '', text).map(paint.bad)),
        ...(sent === undefined ? [] : line('sent', gist(sent, MOST_BODY))),
        ...(returned === undefined ? [] : line('answered', gist(returned, MOST_BODY)).map(paint.quiet)),
    ];
}
