// What a run shows while it runs: on a terminal one line that is drawn over, elsewhere a line for each failure and one
// every 15 s, or a line for each check when asked to.
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Progress } from '../../harness/run/run-options.js';
import { escaped } from '../../output/escape.js';
import type { RunningCheck } from '../../report/html/html.js';
import { type Paint, plural } from '../../report/layout.js';
import { cut } from '../../report/exchanges.js';
import { paintVerdict, verdictWord } from '../../report/result-words.js';
import type { Io } from '../io.js';
import type { Detail } from '../../report/terminal/exchange-lines.js';
import { createLiveLine } from '../live-line.js';

export type LiveProgress = ReturnType<typeof createLiveProgress>;

/** With fewer checks done than this, the time left is anybody's guess. */
const LEAST_DONE = 3;

/** @param clock the machine's: the line is for people. */
export function createLiveProgress(
  io: Io,
  { detail, clock }: { readonly detail: Detail; readonly clock: Clock },
) {
  const isQuiet = detail === 'quiet';
  const verbose = detail === 'verbose';
  const state = createProgressState();
  const line = createLiveLine(io, clock, () => lineOf(state), !isQuiet);
  line.drawSoon();
  const signs = io.err.isTerminal || isQuiet ? undefined : signsOfLife(clock, () => line.say(lineOf(state)));
  return {
    onProgress: (progress: Progress): void => {
      noteProgress(state, progress, clock.now());
      const lines = verbose ? verboseLines(progress, io.err.paint) : [];
      const revised =
        progress.kind === 'verdict-revised' && !isQuiet ? [revisedLine(progress, io.err.paint)] : [];
      const failure = io.err.isTerminal || verbose || isQuiet ? [] : failureLines(progress, io.err.paint);
      for (const text of [...lines, ...revised, ...failure]) line.say(text);
      line.drawSoon();
    },
    say: line.say,
    end: () => {
      signs?.end();
      line.end();
    },
  };
}

/** In ms of the machine; services that run builds end what is silent for minutes. */
const SIGN_EVERY = 15_000;

/** Calls back now and then, until it is ended. */
function signsOfLife(clock: Clock, show: () => void): { end(): void } {
  const next = (): ReturnType<Clock['setTimer']> =>
    clock.setTimer('sign of life', SIGN_EVERY, () => {
      show();
      timer = next();
    });
  let timer = next();
  return { end: () => timer.cancel() };
}

/** What broke, when it breaks: not only at the end of a run that may take minutes. */
function failureLines(progress: Progress, paint: Paint): string[] {
  if (progress.kind !== 'check-ended') return [];
  const { result } = progress;
  if (result.verdict !== 'fail' && result.verdict !== 'error') return [];
  const found = result.findings.find(({ verdict }) => verdict === 'fail');
  const words = found && `${found.rule}: expected ${found.expected}, got ${found.actual}`;
  return [
    checkLine(result, paint),
    ...(words === undefined
      ? []
      : [`              ${escaped(cut(words.replaceAll(/\s+/g, ' '), LONGEST_FINDING))}`]),
  ];
}

const LONGEST_FINDING = 200;

/** How far a run is that goes on. */
export type ProgressState = ReturnType<typeof createProgressState>;

export function createProgressState() {
  return {
    total: 0,
    done: 0,
    /** Ms of the machine's clock, as `now`: when the last news came. */
    startedAt: 0,
    now: 0,
    closing: false,
    /** How many checks are tried again, one at a time. */
    again: 0,
    /** What there is to say of random programs. */
    programs: undefined as string | undefined,
    /** What each running check does, the longest-running first. */
    running: new Map<string, RunningCheck>(),
  };
}

/* eslint-disable no-param-reassign -- the state is this file's own */
export function noteProgress(state: ProgressState, progress: Progress, now: number): void {
  state.now = now;
  const { kind } = progress;
  if (kind === 'run-started') {
    state.total = progress.checks;
    state.startedAt = now;
  }
  const doing = (id: string, part: Partial<RunningCheck>): void =>
    void state.running.set(id, { id, title: '', step: '', ...state.running.get(id), ...part });
  if (kind === 'check-started') doing(progress.id, { title: progress.title });
  if (kind === 'doing') doing(progress.id, { step: progress.what });
  if (kind === 'check-ended') {
    state.running.delete(progress.result.id);
    state.done = state.total - progress.left;
  }
  if (kind === 'program-started')
    state.programs = `random programs: ${progress.done} done · one for ${progress.doing}`;
  state.again = kind === 'again' ? progress.checks : 0;
  if (kind === 'program-started' || kind === 'restoring') state.closing = kind === 'restoring';
}
/* eslint-enable no-param-reassign */

function lineOf(state: ProgressState): string {
  const isOver = state.done === state.total;
  if (state.programs !== undefined && isOver && !state.closing) return state.programs;
  if (state.total === 0) return 'looking at the target';
  const counts = `${state.done}/${state.total}`;
  if (state.closing) return `${counts} · putting relays back`;
  if (state.again > 0 && isOver)
    return `${counts} · ${plural(state.again, 'check')} once more, one at a time`;
  const [first, ...others] = state.running.values();
  const elapsed = state.now - state.startedAt;
  const left = state.done < LEAST_DONE ? '' : ` · about ${formatDuration(timeLeft(state, elapsed))} left`;
  const doing = first ? ` · ${first.id}${first.step === '' ? '' : `: ${first.step}`}` : '';
  const more = others.length === 0 ? '' : ` · ${others.length} more`;
  const programs = state.programs === undefined ? '' : ` · ${state.programs}`;
  return counts + left + more + doing + programs;
}

function timeLeft({ done, total }: ProgressState, elapsed: number): number {
  return Math.ceil(((elapsed / done) * (total - done)) / 1000) * 1000;
}

function verboseLines(progress: Progress, paint: Paint): string[] {
  if (progress.kind === 'check-started') {
    const { id, devices } = progress;
    return [paint.quiet(`running ${id}${devices.length === 0 ? '' : ` on ${devices.join(', ')}`}`)];
  }
  if (progress.kind === 'attempt-started' && progress.attempt > 1) {
    return [paint.quiet(`again   ${progress.id}: ${escaped(progress.why ?? 'it could not be decided')}`)];
  }
  return progress.kind === 'check-ended' ? [checkLine(progress.result, paint)] : [];
}

/** The report has only the last verdict; who has read the earlier one is told. */
function revisedLine({ result, from }: Extract<Progress, { kind: 'verdict-revised' }>, paint: Paint): string {
  const { id, verdict, reason } = result;
  const why = reason === undefined ? '' : paint.quiet(`  ${escaped(cut(reason, LONGEST_FINDING))}`);
  return `${paint.quiet('revised:')} ${verdictWord(from)} -> ${paintVerdict(verdict, verdictWord(verdict), paint)}  ${id}${why}`;
}

type Ended = Extract<Progress, { kind: 'check-ended' }>['result'];

function checkLine({ verdict, id, startedAt, endedAt, reason }: Ended, paint: Paint): string {
  const time = formatDuration(endedAt - startedAt);
  const why = reason === undefined || verdict === 'pass' ? '' : paint.quiet(`  ${escaped(reason)}`);
  return `${paintVerdict(verdict, verdictWord(verdict).padEnd(12), paint)} ${time.padStart(7)}  ${id}${why}`;
}
