// What an audit shows while it runs: on a terminal one line that is drawn over, elsewhere a line for each day when asked.
import type { LivedDay } from '../../audit/outcome/lived-day.js';
import { troubleOf } from '../../audit/outcome/trouble.js';
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import { escaped } from '../../output/escape.js';
import type { Detail } from '../../report/terminal/exchange-lines.js';
import type { Io } from '../io.js';
import { createLiveLine } from '../live-line.js';

export type AuditProgressLine = ReturnType<typeof createAuditProgress>;

const TICK = 1000;

/** @param clock the machine's. */
export function createAuditProgress(io: Io, clock: Clock, detail: Detail) {
  const days = createDayCount();
  const begun = clock.now();
  const words = (): string => {
    const since = formatDuration(Math.round((clock.now() - begun) / 1000) * 1000);
    const [first = 'beginning', ...others] = days.running;
    const more = others.length === 0 ? '' : ` · ${others.length} more`;
    return `${days.done}/${days.total} days · ${since} · ${first}${more}${waits}`;
  };
  let waits = '';
  const line = createLiveLine(io, clock, words, detail !== 'quiet');
  let timer: { cancel(): void } | undefined;
  const tick = (): void => {
    line.drawSoon();
    timer = clock.setTimer('progress of the audit', TICK, tick);
  };
  if (io.err.isTerminal) tick();
  return {
    onProgress: (progress: AuditProgress): void => {
      days.note(progress);
      if (progress.kind === 'lived' && detail === 'verbose') line.say(dayLine(progress.lived));
      if (progress.kind === 'waits') waits = waitWords(progress.rules);
      if (progress.kind === 'again')
        line.say(`${progress.rules.join(', ')}: once more, on ${progress.days.join(', ')}`);
      line.drawSoon();
    },
    say: line.say,
    end: (): void => {
      timer?.cancel();
      timer = undefined;
      line.end();
    },
  };
}

/** The first of the rules that are not decided, and what it waits for. */
function waitWords(rules: ReadonlyMap<string, string>): string {
  const [first] = rules;
  if (!first) return '';
  const others = rules.size > 1 ? ` and ${rules.size - 1} more` : '';
  return ` · waits for ${first[0]}${others} (${first[1]})`;
}

function dayLine(lived: LivedDay): string {
  const { name, traffic, from, to } = lived;
  const requests = traffic?.exchanges.length ?? 0;
  const trouble = troubleOf(lived);
  const seen = `${requests} requests, ${traffic?.connections.length ?? 0} connections, ${formatDuration(Math.round(to - from))}`;
  return escaped(`${name}: ${seen}${trouble === undefined ? '' : `; ${trouble.words}`}`);
}

// How far an audit is: days that run, that are over, and that there will be.

export function createDayCount() {
  const running = new Set<string>();
  let done = 0;
  let total = 0;
  return {
    /** Names of the days that run. */
    running: running as ReadonlySet<string>,
    get done(): number {
      return done;
    },
    get total(): number {
      return total;
    },
    note(progress: AuditProgress): void {
      if (progress.kind === 'begun') {
        // One audit may follow another.
        if (running.size === 0 && done >= total) total = done + progress.of;
        running.add(progress.name);
      } else if (progress.kind === 'lived') {
        running.delete(progress.lived.name);
        done++;
      } else if (progress.kind === 'again') total += progress.days.length;
    },
  };
}
