// `conform probe` from its command line to its exit code. What it asks and does are checks like those of a run, so that
// it goes through the one gate and is put back like anything else; how they end is not told, only what they prove.
import { resolve } from 'node:path';
import { allOf } from '../../document/diagnostic.js';
import { planCases } from '../../harness/run/plan.js';
import { run } from '../../harness/run/run.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { safeText } from '../../output/writer.js';
import { hasSuccess, type Traces } from '../../probe/neighbours.js';
import { type ExplainedMisreading, explainMisreading } from '../../probe/rivals.js';
import { type ReadingProof, type Standing, standingsOf, type StandingWord } from '../../probe/proof.js';
import { labelled, plural } from '../../report/layout.js';
import type { Detail } from '../../report/terminal/exchange-lines.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { writeText } from '../files.js';
import type { Io } from '../io.js';
import type { OptionsOf } from '../option-rows.js';
import { choose } from '../run/choose.js';
import type { FoundTarget } from '../run/found-target.js';
import { createLiveProgress } from '../run/live-progress.js';
import { findTarget } from '../run/target.js';
import { detailOf, leftBehind, unchecked } from '../run/told.js';
import { listenForEnd, RUN_WORDS } from '../signals.js';
import { completeDraft } from './complete.js';
import { bad, codeOf, findingLines, pageWidth, type ProbeFinding, problems, warn } from './finding.js';
import { groundOf } from './ground.js';
import { proofPath } from '../load/profile.js';

/** What tells readings apart: the first ones only read, the others act. */
export const EXPERIMENTS = [
  'auth/token',
  'devices/list',
  'devices/config-read',
  'devices/profiles-of-devices',
  'devices/refresh-covers-all',
  'devices/unknown',
  'ws/ping',
  'ws/state-get',
  'commands/created-by-every-operation',
  'commands/result-read-back',
  'devices/config-kept',
  'devices/inputs-are-live',
  'events/changes',
  'events/offline-again',
  'events/power',
  'events/rs485-received',
  'relay/compatibility',
  'relay/effect',
  'relay/jog-lasts',
  'relay/set-many',
  'rs485/answer',
  'rs485/baud-rate',
  'rs485/timeout',
  'scope/devices-within-client',
];

export async function probe(url: string | undefined, options: OptionsOf<'probe'>, io: Io): Promise<ExitCode> {
  const { actuate = false, json = false, check = false, ...given } = options;
  const detail = detailOf(options);
  const { out, har, openapi, samples } = given;
  if ([url, out, har, openapi, samples].some((each) => each !== undefined))
    return (await import('./draft.js')).draft(url, options, io);
  const clock = createSystemClock();
  const { findings, meant } = await groundOf(given, clock, io);
  const isClear = codeOf(findings) === EXIT.passed;
  const asked = { ...given, ...meant, ...(actuate ? {} : { readOnly: true }) };
  if (isClear && meant && actuate && !check) await completeDraft(asked, io);
  const proven =
    isClear && meant ? await prove(asked, meant.target, { keeps: !check, detail }, io) : undefined;
  const all = io.secrets.redact([...findings, ...(proven?.findings ?? [])]);
  const { proof, lines = [], explained } = proven ?? {};
  if (json) io.out.document(`${JSON.stringify({ findings: all, ...proof, lines }, null, 2)}\n`, 'json');
  else {
    const isBrief = isClear && proof !== undefined && !check && detail !== 'verbose';
    const shown =
      isBrief || detail === 'quiet' ? all.filter(({ level }) => level === 'warn' || level === 'bad') : all;
    io.out.write(
      `${[...findingLines(shown, io), ...(shown.length > 0 ? [''] : []), ...pageOf(lines, explained, detail, io), wayWords(all, io)].join('\n')}\n`,
    );
  }
  const code = codeOf(all);
  return code === EXIT.passed ? (proven?.code ?? code) : code;
}

function wayWords(findings: readonly ProbeFinding[], { out: { paint } }: Io): string {
  const count = (level: ProbeFinding['level']): number =>
    findings.filter((each) => each.level === level).length;
  const [wrong, doubtful] = [count('bad'), count('warn')];
  if (wrong > 0) return paint.bad(`${plural(wrong, 'thing')} in the way.`);
  return paint.good(
    doubtful > 0 ? `Nothing in the way; ${plural(doubtful, 'thing')} to look at.` : 'Nothing in the way.',
  );
}

interface Proven {
  readonly findings: readonly ProbeFinding[];
  readonly code: ExitCode;
  readonly proof?: ReadingProof;
  readonly lines?: readonly Standing[];
  readonly explained?: ExplainedMisreading | undefined;
}

interface Proving {
  /** What is proven is kept beside the profile. */
  readonly keeps: boolean;
  readonly detail: Detail;
}

/** What the target proves of a profile and its dialect, by checks like those of a run. */
async function prove(
  asked: Parameters<typeof findTarget>[0],
  path: string,
  proving: Proving,
  io: Io,
): Promise<Proven> {
  const read = allOf({
    found: await findTarget(asked, io),
    chosen: choose(EXPERIMENTS, {}, io.cwd),
  });
  if (!read.ok) return { findings: problems('target', read.diagnostics), code: EXIT.usage };
  const { found, chosen } = read.value;
  const { open, hold } = found;
  const progress = createLiveProgress(io, { detail: proving.detail, clock: createSystemClock() });
  const { ending, dispose } = listenForEnd(io, progress.say, RUN_WORDS, hold?.restoreLine);
  try {
    const plan = planCases(chosen.cases, open.profile, open.gate, open.stimuli.offers);
    const ended = await run(open, {
      plan,
      leftovers: hold?.leftovers?.record,
      signal: ending.signal,
      ending,
      onProgress: progress.onProgress,
      onMachineTime: true,
    });
    progress.end();
    if (!ended.ok) {
      const findings =
        ended.kind === 'differs'
          ? ended.problems.map(({ about, message, hint }) => bad(about, message, hint))
          : problems('target', unchecked(ended, hold?.leftovers?.path));
      return { findings, code: EXIT.usage };
    }
    const { result, unstored } = ended;
    printDiagnostics(io, leftBehind(result, unstored, hold?.restoreLine));
    if (result.unreachable !== undefined)
      return {
        findings: [bad('HTTP', `the target cannot be reached: ${result.unreachable}`)],
        code: EXIT.unreachable,
      };
    return await proofOf(result, found, resolve(io.cwd, path), proving);
  } finally {
    progress.end();
    await open.close();
    await hold?.release();
    dispose();
  }
}

const NOTHING_GRANTED =
  'no request was answered with SUCCESS, or no reply came whole, so that nothing is known of it';

async function proofOf(
  result: RunResult,
  { open }: FoundTarget,
  path: string,
  { keeps }: Proving,
): Promise<Proven> {
  const { profile, target, secrets, doubts = {} } = open;
  const own = result.checks.filter(({ ofRun }) => !ofRun).map(({ trace }) => trace);
  const before = target.trace.records().filter(({ at }) => at <= result.startedAt);
  const traces: Traces = [before, ...own].filter(({ length }) => length > 0);
  const reading = { dialect: target.dialect, profile };
  const { isRefuted: _, ...kinds } = doubts;
  const explained = await explainMisreading(traces, reading, kinds);
  const lines = secrets.redact(standingsOf(traces, reading, kinds));
  const proof: ReadingProof = {
    format: 'conform-proof/1',
    at: new Date(result.endedAt).toISOString(),
    target: profile.baseUrl,
    dialect: target.dialect.name,
    refuted: lines.map(({ key, was, refuted }) => ({ key, was, refuted: [...refuted] })),
  };
  const isAnswered = hasSuccess(traces);
  // What contradicts itself proves nothing.
  const isSound = !explained && !lines.some((each) => each.standing === 'wrong');
  const text = safeText(`${JSON.stringify(proof, null, 2)}\n`, 'json', secrets);
  const unwritten = isSound && isAnswered && keeps ? await writeText(proofPath(path), text) : undefined;
  const findings = [
    ...(unwritten === undefined ? [] : [bad('proof', unwritten)]),
    ...(isAnswered
      ? []
      : [warn('target', NOTHING_GRANTED, 'Look at what it sends: conform run --report trace=FILE')]),
  ];
  const undecided = !isAnswered || explained?.certain === false;
  const code = undecided ? EXIT.undecided : isSound ? EXIT.passed : EXIT.usage;
  return { findings, code, proof, lines, explained };
}

/** Lines that are told of one kind, at most. */
const MOST_LINES = 40;

function pageOf(
  standings: readonly Standing[],
  explained: ExplainedMisreading | undefined,
  detail: Detail,
  io: Io,
): string[] {
  if (standings.length === 0) return [];
  const most = detail === 'verbose' ? standings.length : MOST_LINES;
  const { paint } = io.out;
  const width = pageWidth(io);
  const of = (word: StandingWord): readonly Standing[] =>
    standings.filter(({ standing }) => standing === word);
  const section = (word: StandingWord, title: string): string[] => {
    const lines = of(word);
    if (lines.length === 0) return [];
    const told = lines.slice(0, most).flatMap(({ line, was, others }) => {
      const more = others.length === 0 ? '' : `; what was seen fits as well: ${others.join(', ')}`;
      return labelled('', `${line}: ${was}${more}`, 2, 0, width);
    });
    const rest = lines.length > most ? [`  and ${lines.length - most} more`] : [];
    return [paint.heading(title), ...told, ...rest];
  };
  const wrong = explained?.rivals.map(({ line, was, now }) => `${line} should say ${now}, and says ${was}`);
  const counts = (['proven', 'likely', 'open'] as const).map((word) => `${of(word).length} ${word}`);
  const isQuiet = detail === 'quiet';
  return [
    ...section('wrong', 'Wrong'),
    ...(isQuiet ? [] : [...section('open', 'Open'), ...section('likely', 'Likely')]),
    ...(detail === 'verbose' ? section('proven', 'Proven') : []),
    ...(wrong ?? []).map((each) => paint.bad(each)),
    `${plural(standings.length, 'reading')} of dialect and profile: ${counts.join(', ')}.`,
  ];
}
