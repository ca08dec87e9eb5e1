import { breachesIn } from './breaches.js';
import { compose } from './compose.js';
/** Undefined where the facts leave nothing to be drawn. */
export async function tryOut(source, executor, index) {
    const drawn = source.draw(index);
    if (!drawn)
        return undefined;
    const { usual } = executor.eventPatience;
    const program = compose(drawn.commands, executor.facts, { settle: usual });
    const run = await executor.run(program, String(index), { eventPatience: usual });
    return { drawn, program, run };
}
export function ranOf({ program, run }) {
    const held = run.findings.flatMap(({ verdict, rule }) => (verdict === 'pass' ? rule : []));
    return {
        operations: program.operations,
        halt: run.halt,
        breach: breachesIn(run)[0],
        held: [...new Set(held)],
    };
}
