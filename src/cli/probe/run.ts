// `conform probe` from its command line to its exit code. What it asks and does are checks like those of a run, so that
// it goes through the one gate and is put back like anything else; how they end is not told, only what they prove.
import { resolve } from 'node:path';
import { planCases } from '../../harness/run/plan.js';
import { run } from '../../harness/run/run.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { safeText } from '../../output/writer.js';
import type { Traces } from '../../probe/rival.js';
import { type ExplainedMisreading, explainMisreading } from '../../probe/rivals.js';
import { type ReadingProof, type Standing, standingsOf, type StandingWord } from '../../probe/proof.js';
import { labelled, plural } from '../../report/layout.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { writeText } from '../files.js';
import type { Io } from '../io.js';
import type { OptionsOf } from '../option-rows.js';
import { choose } from '../run/choose.js';
import type { FoundTarget } from '../run/found-target.js';
import { createLiveProgress } from '../run/live-progress.js';
import { findTarget } from '../run/target.js';
import { leftBehind, unchecked } from '../run/told.js';
import { listenForEnd, RUN_WORDS } from '../signals.js';
import { proofPath } from './proof-file.js';

/** What tells readings apart: the first ones only read, the others act. */
const EXPERIMENTS = [
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
  const { target, out, har, openapi, samples } = given;
  if ([url, out, har, openapi, samples].some((each) => each !== undefined))
    return (await import('./draft.js')).draft(url, options, io);
  if (target === undefined || /^[a-z]+:\/\//i.test(target)) {
    const message = 'there is no profile to be proven';
    printDiagnostics(io, [{ kind: 'words', message, hint: 'Name one: conform probe --target lab.yaml' }]);
    return EXIT.usage;
  }
  const found = await findTarget({ ...given, ...(actuate ? {} : { readOnly: true }) }, io);
  const chosen = await choose(EXPERIMENTS, {}, io.cwd);
  if (!found.ok || !chosen.ok) {
    printDiagnostics(
      io,
      [found, chosen].flatMap((each) => (each.ok ? [] : each.diagnostics)),
    );
    return EXIT.usage;
  }
  const { open, hold } = found.value;
  const machine = createSystemClock();
  const progress = createLiveProgress(io, { detail: 'usual', clock: machine });
  const { ending, dispose } = listenForEnd(io, progress.say, RUN_WORDS, hold?.restoreLine);
  try {
    const plan = planCases(chosen.value.cases, open.profile, open.gate, open.stimuli.offers);
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
      printDiagnostics(io, unchecked(ended, hold?.leftovers?.path));
      return EXIT.usage;
    }
    const { result, unstored } = ended;
    printDiagnostics(io, leftBehind(result, unstored, hold?.restoreLine));
    if (result.unreachable !== undefined) {
      io.err.write(`the target cannot be reached: ${result.unreachable}\n`);
      return EXIT.unreachable;
    }
    return await tell(result, found.value, { path: resolve(io.cwd, target), json, keeps: !check }, io);
  } finally {
    progress.end();
    await open.close();
    await hold?.release();
    dispose();
  }
}

interface Telling {
  /** Of the profile. */
  readonly path: string;
  readonly json: boolean;
  /** What is proven is kept beside the profile. */
  readonly keeps: boolean;
}

async function tell(
  result: RunResult,
  { open }: FoundTarget,
  { path, json, keeps }: Telling,
  io: Io,
): Promise<ExitCode> {
  const { profile, target, secrets, doubts = {} } = open;
  const own = result.checks.filter(({ ofRun }) => !ofRun).map(({ trace }) => trace);
  const before = target.trace.records().filter(({ at }) => at <= result.startedAt);
  const traces: Traces = [before, ...own].filter(({ length }) => length > 0);
  const reading = { dialect: target.dialect, profile };
  const { isRefuted: _, ...kinds } = doubts;
  const explained = explainMisreading(traces, reading, kinds);
  const standings = secrets.redact(standingsOf(traces, reading, kinds));
  const proof: ReadingProof = {
    format: 'conform-proof/1',
    at: new Date(result.endedAt).toISOString(),
    target: profile.baseUrl,
    dialect: target.dialect.name,
    refuted: standings.map(({ key, was, refuted }) => ({ key, was, refuted: [...refuted] })),
  };
  // What contradicts itself proves nothing.
  const isSound = !explained && !standings.some(({ standing }) => standing === 'wrong');
  const text = safeText(`${JSON.stringify(proof, null, 2)}\n`, 'json', secrets);
  const unwritten = isSound && keeps ? await writeText(proofPath(path), text) : undefined;
  if (unwritten !== undefined) printDiagnostics(io, [{ kind: 'words', message: unwritten }]);
  if (json) io.out.document(`${JSON.stringify({ ...proof, lines: standings }, null, 2)}\n`, 'json');
  else io.out.write(pageOf(standings, explained, io));
  if (unwritten !== undefined) return EXIT.usage;
  return isSound ? EXIT.passed : explained?.certain === false ? EXIT.undecided : EXIT.usage;
}

/** Lines that are told of one kind, at most. */
const MOST_LINES = 40;
const WIDEST = 110;

function pageOf(standings: readonly Standing[], explained: ExplainedMisreading | undefined, io: Io): string {
  const { paint, columns } = io.out;
  const width = Math.min(columns ?? WIDEST, WIDEST);
  const of = (word: StandingWord): readonly Standing[] =>
    standings.filter(({ standing }) => standing === word);
  const section = (word: StandingWord, title: string): string[] => {
    const lines = of(word);
    if (lines.length === 0) return [];
    const told = lines.slice(0, MOST_LINES).flatMap(({ line, was, others }) => {
      const more = others.length === 0 ? '' : `; what was seen fits as well: ${others.join(', ')}`;
      return labelled('', `${line}: ${was}${more}`, 2, 0, width);
    });
    const rest = lines.length > MOST_LINES ? [`  and ${lines.length - MOST_LINES} more`] : [];
    return [paint.heading(title), ...told, ...rest];
  };
  const wrong = explained?.rivals.map(({ line, was, now }) => `${line} should say ${now}, and says ${was}`);
  const counts = (['proven', 'likely', 'open'] as const).map((word) => `${of(word).length} ${word}`);
  return `${[
    ...section('wrong', 'Wrong'),
    ...section('open', 'Open'),
    ...section('likely', 'Likely'),
    ...(wrong ?? []).map((each) => paint.bad(each)),
    `${plural(standings.length, 'reading')} of dialect and profile: ${counts.join(', ')}.`,
  ].join('\n')}\n`;
}
