// The help of `conform fault add TYPE`: the options, and the parameters of that kind of fault.
import { didYouMean } from '../../kernel/did-you-mean.js';
import { wrap } from '../../report/layout.js';
import { FAULT_TYPES, faultType } from '../../simulator/faults/registry.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { faultExample, faultNotes } from '../list/faults.js';

/** @param type as it was written; undefined when none was. @param options the help of the command. */
export function faultHelp(type: string | undefined, options: string, io: Io): ExitCode {
  if (type === undefined) {
    io.out.write(options);
    return EXIT.passed;
  }
  const fault = faultType(type);
  if (!fault) {
    const names = FAULT_TYPES.map((each) => each.type);
    const hint = didYouMean(type, names) ?? 'conform list faults shows all of them.';
    return usageError(io, `there is no fault "${type}"`, hint);
  }
  const { paint } = io.out;
  const width = io.out.columns ?? Infinity;
  const lines = [
    paint.heading(fault.type),
    ...[fault.summary, ...faultNotes(fault), `Example: ${faultExample(fault)}`].flatMap((note) =>
      wrap(note, width - 2).map((line) => `  ${line}`),
    ),
  ];
  io.out.write(`${options}\n${lines.join('\n')}\n`);
  return EXIT.passed;
}
