import { formatDuration } from '../../kernel/duration.js';
import { createLiveLine } from '../live-line.js';
/** With fewer trials done than this, the time left is anybody's guess. */
const LEAST_DONE = 5;
export function createLiveTrials(io, { total, verbose, clock }) {
    const running = new Set();
    const startedAt = clock.now();
    let done = 0;
    const words = () => {
        const left = ((clock.now() - startedAt) / done) * (total - done);
        const estimate = done < LEAST_DONE ? '' : ` · about ${formatDuration(Math.ceil(left / 1000) * 1000)} left`;
        return `${done}/${total}${estimate} · ${[...running].join(', ')}`;
    };
    const line = createLiveLine(io, clock, words);
    return {
        begun: ({ id }) => {
            running.add(id);
            line.drawSoon();
        },
        ended: (tried) => {
            running.delete(tried.trial.id);
            done++;
            if (verbose)
                line.say(triedLine(tried));
            line.drawSoon();
        },
        end: line.end,
    };
}
function triedLine({ trial: { kind, id }, checks, bugs }) {
    const count = (...verdicts) => checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const red = count('fail', 'warn', 'error');
    const counts = `${count('pass')} passed, ${red} red, ${count('inconclusive')} inconclusive`;
    return `${kind.padEnd(8)}${id}: ${[counts, ...bugs].join('; ')}`;
}
