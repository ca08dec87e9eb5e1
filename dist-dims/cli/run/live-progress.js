import { formatDuration } from '../../kernel/duration.js';
import { escaped } from '../../output/escape.js';
import { paintVerdict, verdictWord } from '../../report/verdict-words.js';
import { createLiveLine } from '../live-line.js';
/** With fewer checks done than this, the time left is anybody's guess. */
const LEAST_DONE = 3;
export function createLiveProgress(io, { verbose, speed, clock }) {
    const state = createState();
    const line = createLiveLine(io, clock, () => lineOf(state, speed));
    line.drawSoon();
    return {
        onProgress: (progress) => {
            note(state, progress);
            if (verbose)
                for (const text of verboseLines(progress, io.err.paint))
                    line.say(text);
            line.drawSoon();
        },
        say: line.say,
        end: line.end,
    };
}
function createState() {
    return { total: 0, done: 0, startedAt: 0, now: 0, closing: false, programs: undefined, running: new Map() };
}
/* eslint-disable no-param-reassign -- the state is this file's own */
function note(state, progress) {
    state.now = progress.at;
    switch (progress.kind) {
        case 'run-started':
            state.total = progress.checks;
            state.startedAt = progress.at;
            break;
        case 'check-started':
            state.running.set(progress.id, '');
            break;
        case 'step-started':
            state.running.set(progress.id, progress.step);
            break;
        case 'waiting':
            state.running.set(progress.id, progress.why);
            break;
        case 'check-ended':
            state.running.delete(progress.result.id);
            state.done = state.total - progress.left;
            break;
        case 'program-started':
            state.programs = `random programs: ${progress.done} done · ${progress.doing}`;
            break;
        case 'restoring':
            state.closing = true;
            break;
        case 'calibrated':
        case 'attempt-started':
        case 'run-ended':
            break;
    }
}
/* eslint-enable no-param-reassign */
function lineOf(state, speed) {
    if (state.programs !== undefined)
        return state.programs;
    if (state.total === 0)
        return 'looking at the target';
    const counts = `${state.done}/${state.total}`;
    if (state.closing)
        return `${counts} · putting relays back`;
    const [first, ...others] = state.running;
    const elapsed = (state.now - state.startedAt) / speed;
    const left = state.done < LEAST_DONE ? '' : ` · about ${formatDuration(timeLeft(state, elapsed))} left`;
    const doing = first ? ` · ${first[0]}${first[1] === '' ? '' : `: ${first[1]}`}` : '';
    const more = others.length === 0 ? '' : ` · ${others.length} more`;
    return counts + left + more + doing;
}
function timeLeft({ done, total }, elapsed) {
    return Math.ceil(((elapsed / done) * (total - done)) / 1000) * 1000;
}
function verboseLines(progress, paint) {
    if (progress.kind === 'check-started') {
        const { id, devices } = progress;
        return [paint.quiet(`running ${id}${devices.length === 0 ? '' : ` on ${devices.join(', ')}`}`)];
    }
    if (progress.kind === 'attempt-started' && progress.attempt > 1) {
        return [paint.quiet(`again   ${progress.id}: ${escaped(progress.why ?? 'it could not be decided')}`)];
    }
    return progress.kind === 'check-ended' ? [checkLine(progress.result, paint)] : [];
}
function checkLine({ verdict, id, startedAt, endedAt, reason }, paint) {
    const time = formatDuration(endedAt - startedAt);
    const why = reason === undefined || verdict === 'pass' ? '' : paint.quiet(`  ${escaped(reason)}`);
    return `${paintVerdict(verdict, verdictWord(verdict).padEnd(12), paint)} ${time.padStart(7)}  ${id}${why}`;
}
