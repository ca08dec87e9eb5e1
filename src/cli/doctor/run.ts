// What `conform doctor` does: looks at all that a run depends on, and puts it on one page.
import { createSystemClock } from '../../kernel/system-clock.js';
import { labelled, plural } from '../../report/layout.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { DoctorFinding } from './finding.js';
import { lookHere } from './here.js';
import { type DoctorOptions, lookAtTarget } from './target.js';

const WIDEST = 110;
const LABEL = 18;

export async function examine(
  { json = false, ...options }: DoctorOptions & { readonly json?: boolean },
  io: Io,
): Promise<ExitCode> {
  const clock = createSystemClock();
  const here = await lookHere(io);
  const target = await lookAtTarget(options, clock, io);
  const findings = io.secrets.redact([...here, ...target]);
  if (json) io.out.document(`${JSON.stringify(findings, null, 2)}\n`, 'json');
  else io.out.write(pageOf(findings, io));
  return codeOf(findings);
}

/** What cannot be reached is not there; everything else is to be mended here. */
export function codeOf(findings: readonly DoctorFinding[]): ExitCode {
  const inTheWay = findings.filter(({ level }) => level === 'bad');
  if (inTheWay.length === 0) return EXIT.passed;
  return inTheWay.every(({ about }) => REACHING.has(about)) ? EXIT.unreachable : EXIT.usage;
}

const REACHING: ReadonlySet<string> = new Set(['DNS', 'TCP', 'TLS', 'HTTP']);

function pageOf(findings: readonly DoctorFinding[], { out: { paint, columns } }: Io): string {
  const width = Math.min(columns ?? WIDEST, WIDEST);
  const brushes = { ok: paint.good, note: paint.quiet, warn: paint.doubtful, bad: paint.bad };
  const lines = findings.flatMap(({ level, about, words, todo }) => {
    const [first = '', ...more] = labelled(`${level.padEnd(6)}${about}`, words, 0, LABEL, width);
    const head = `${brushes[level](first.slice(0, 6))}${first.slice(6)}`;
    return [head, ...more, ...(todo === undefined ? [] : labelled('', todo, 0, LABEL, width))];
  });
  const count = (level: DoctorFinding['level']): number =>
    findings.filter((each) => each.level === level).length;
  const [wrong, doubtful] = [count('bad'), count('warn')];
  const result =
    wrong > 0
      ? paint.bad(`${plural(wrong, 'thing')} in the way.`)
      : paint.good(
          doubtful > 0
            ? `Nothing in the way; ${plural(doubtful, 'thing')} to look at.`
            : 'Nothing in the way.',
        );
  return `${[...lines, '', result].join('\n')}\n`;
}
