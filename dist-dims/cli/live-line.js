import { escaped } from '../output/escape.js';
import { cut } from '../report/gist.js';
const REDRAW = 80;
/** @param clock the machine's: the line is for people. @param words what it says at the moment. */
export function createLiveLine({ err }, clock, words) {
    let timer;
    const draw = () => {
        timer = undefined;
        err.eraseLine();
        err.write(err.paint.quiet(cut(escaped(words()), (err.columns ?? 80) - 1)));
    };
    return {
        drawSoon: () => {
            if (err.isTerminal)
                timer ??= clock.setTimer('progress line', REDRAW, draw);
        },
        say: (text) => {
            if (err.isTerminal)
                err.eraseLine();
            err.write(`${text}\n`);
        },
        end: () => {
            timer?.cancel();
            if (err.isTerminal)
                err.eraseLine();
        },
    };
}
