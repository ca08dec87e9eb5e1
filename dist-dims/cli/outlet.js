// One way out of the program. What goes through it has been looked through by the writer, whoever wrote it.
import { Chalk } from 'chalk';
import { safeText, workflowCommands } from '../output/writer.js';
import { NO_PAINT } from '../report/paint.js';
const ERASE_LINE = '\r\u001b[2K';
const BELL = '\u0007';
const NOTHING_SECRET = { mask: (text) => text };
export function createOutlet(sink, secrets) {
    const { level, isTerminal } = sink;
    const syntax = level === 0 ? 'text' : 'painted';
    const control = (sequence) => {
        if (isTerminal)
            sink.put(sequence);
    };
    return {
        write: (text) => sink.put(safeText(text, syntax, secrets)),
        document: (text, of) => sink.put(safeText(text, of, secrets)),
        disclose: (text) => sink.put(safeText(text, syntax, NOTHING_SECRET)),
        commands: (text) => sink.put(workflowCommands(text, secrets)),
        eraseLine: () => control(ERASE_LINE),
        ring: () => control(BELL),
        isTerminal,
        get columns() {
            return sink.columns;
        },
        paint: level === 0 ? NO_PAINT : paintOf(level),
    };
}
function paintOf(level) {
    const { bold, green, red, yellow, dim } = new Chalk({ level });
    // Chalk takes any number of texts: handed to `map` as it is, it would paint the index and the list, too.
    return {
        heading: (text) => bold(text),
        good: (text) => green(text),
        bad: (text) => red.bold(text),
        doubtful: (text) => yellow(text),
        quiet: (text) => dim(text),
    };
}
