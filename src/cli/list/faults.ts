// The kinds of faults that can be ordered, each with its parameters and a command line to copy.
import { faultParameters, type FaultParameter, type FaultType } from '../../simulator/faults/fault.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { wrap } from '../../report/layout.js';
import { FAULT_TYPES, faultType } from '../../simulator/faults/registry.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';

/** For programs. */
export function faultData(fault: FaultType): object {
  const { type, group, summary, selects, occasion, legality } = fault;
  return {
    type,
    group,
    summary,
    selects,
    occasion,
    keepsTheInterface: legality.legal,
    parameters: faultParameters(fault),
    example: faultExample(fault),
  };
}

/** Lines about the parameters and what the fault can be limited to. */
export function faultNotes(fault: FaultType): string[] {
  const { selects, occasion, legality } = fault;
  return [
    ...faultParameters(fault).map((each) => `--with ${each.name}=${parameterWords(each)}`),
    ...(selects.length === 0 ? [] : [`limited by ${selects.map((key) => `--${key}`).join(', ')}`]),
    `occasions for --every, --probability, --count: each ${occasion}`,
    `${legality.legal ? 'keeps the interface' : `breaks ${legality.breaks.join(', ')}`}: ${legality.because}`,
  ];
}

function parameterWords({ about, needed, preset, choices }: FaultParameter): string {
  const value = choices.length > 0 ? choices.join('|') : '...';
  const usual = needed ? ' (needed)' : preset === undefined ? '' : ` (default: ${preset})`;
  return `${value}  ${about}${usual}`;
}

export function faultExample(fault: FaultType): string {
  const { type, selects } = fault;
  const needed = faultParameters(fault)
    .filter(({ needed: isNeeded }) => isNeeded)
    .map(({ name, choices }) => ` --with ${name}=${choices[0] ?? EXAMPLES[name] ?? '1'}`);
  const on = selects.includes('device')
    ? ' --device bench-01'
    : selects.includes('client')
      ? ' --client reader'
      : '';
  return `conform fault add ${type}${on}${needed.join('')} --for 30s`;
}

/** Values for parameters that have no default. */
const EXAMPLES: Readonly<Record<string, string>> = {
  delay: '800ms',
  relay: '1',
  input: '1',
  sensor: 'temperature',
  position: 'closed',
};

// The help of `conform fault add TYPE`: the options, and the parameters of that kind of fault.

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
