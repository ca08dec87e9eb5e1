import { isBroken } from './sample.js';
import { reportMissing } from './scope.js';
export function finishScope(node, scope, sample, { report }) {
    // A part that could not be read may have shown anything.
    if (!isBroken(sample))
        reportMissing(scope, sample.at, report);
    const finishers = [...scope.finishers, ...[...scope.together.values()].map((each) => each.close(report))];
    if (finishers.length === 0)
        return node;
    return {
        ...node,
        decode: (wire, into, run) => {
            node.decode(wire, into, run);
            for (const finish of finishers)
                finish(into, run);
        },
    };
}
