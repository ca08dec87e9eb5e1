// The first lines of the report: what was tested, in which words, with which chance.
import { formatDuration } from '../../kernel/duration.js';
import { wrap } from '../layout.js';
export function headSection(result, { context, paint, width }) {
    const facts = [
        `dialect ${result.dialect}`,
        `seed ${result.seed}`,
        ...(result.unreachable === undefined ? [`round trip ${formatDuration(result.roundTrip)}`] : []),
        ...(context.speed === 1 ? [] : [`clock at ${context.speed} times the usual speed`]),
    ];
    return [
        ...wrap(`conform ${context.version} tested ${result.target}`, width).map(paint.heading),
        ...wrap(facts.join(' · '), width).map(paint.quiet),
    ];
}
