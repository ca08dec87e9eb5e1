// The kinds of faults that can be ordered, each with its parameters and a command line to copy.
import { faultParameters, type FaultParameter, type FaultType } from '../../simulator/faults/fault.js';

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
