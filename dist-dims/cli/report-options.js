import { collect } from './arguments.js';
/** @param formats that `--report` takes. @param short those of them that have an option of their own, too. */
export function withReportOptions(command, formats, short = []) {
    command.option('--report <kind=path>', `write a report: ${formats.join(', ')}; - is stdout`, collect);
    for (const name of short)
        command.option(`--${name} <path>`, `the same as --report ${name}=PATH`);
    return command;
}
