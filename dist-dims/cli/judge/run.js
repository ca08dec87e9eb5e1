import { quoted } from '../../report/shell.js';
import { presentedChecks } from '../../report/presented.js';
import { judgedReport } from '../../report/terminal/judged.js';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { judgeFiles } from './judge-files.js';
export function judgeStored(names, { strict = false, json }, io) {
    const judged = judgeFiles(names, strict, io.cwd);
    if (!judged.ok) {
        complain(io, judged.complaints);
        return EXIT.usage;
    }
    const checks = judged.value.map(({ check }) => check);
    const { paint, columns } = io.out;
    const command = ['conform', 'judge', ...(strict ? ['--strict'] : []), ...names].map(quoted).join(' ');
    const width = columns === undefined ? {} : { width: columns };
    const { secrets } = io;
    if (json)
        io.out.document(jsonOf(judged.value), 'json');
    else {
        const shown = presentedChecks(checks, { secrets, readers: 'people' });
        io.out.write(judgedReport(shown, command, { paint, ...width }));
    }
    return exitCodeOf(checks);
}
function jsonOf(judged) {
    const traces = judged.map(({ check: { id, verdict, findings }, dropped }) => {
        return { trace: id, verdict, dropped, findings };
    });
    return `${JSON.stringify({ traces }, null, 2)}\n`;
}
function exitCodeOf(checks) {
    const has = (verdict) => checks.some((each) => each.verdict === verdict);
    if (has('fail'))
        return EXIT.broken;
    return has('inconclusive') ? EXIT.undecided : EXIT.passed;
}
