// What a run and its reports are told of the command line and of the target.
import type { Profile } from '../../harness/profile/profile.js';
import type { ProgramLimits } from '../../harness/run/program-options.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../../report/report-context.js';
import type { TerminalOptions } from '../../report/terminal/view.js';
import type { Io } from '../io.js';
import { loadReportFrame } from '../load/page.js';
import { packageVersion } from '../package-files.js';
import type { FoundTarget } from './found-target.js';
import type { Part } from './part.js';
import type { RunOptions } from './run-options.js';

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 140;

/** The harness knows the address; people know the name. */
export function namedOptions(result: RunResult, { name, baseUrl }: Profile): RunResult {
  return name === baseUrl ? result : { ...result, target: `${name} (${baseUrl})` };
}

export function terminalOptions({ out: { paint, columns } }: Io): TerminalOptions {
  return { paint, ...(columns === undefined ? {} : { width: Math.min(columns, WIDEST) }) };
}

export function limitsOf({ runs, time, replay, soak, shard }: RunOptions, { failed }: Part): ProgramLimits {
  const only = replay === undefined ? failed?.only : [replay];
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(time === undefined ? {} : { time }),
    ...(only && { only }),
    ...(shard && !only && { share: shard }),
    ...(soak === undefined ? {} : { soak }),
  };
}

/** What no two runs have in common. @param machineTime in ms. */
export function onThisMachine(
  { virtual }: FoundTarget,
  machineTime: number,
): Pick<ReportContext, 'machineTime' | 'unread'> {
  return { machineTime, unread: virtual?.unread ?? 0 };
}

export function contextOf(
  { curl, repeatArguments, speed, virtual }: FoundTarget,
  options: RunOptions,
  ownFiles: readonly string[],
): ReportContext {
  const { baseUrl, before } = curl;
  return {
    version: packageVersion(),
    reportFrame: loadReportFrame,
    repeatArguments: [
      ...repeatArguments,
      ...(options.strict ? ['--strict'] : []),
      ...(options.readOnly ? ['--read-only'] : options.actuate ? [] : ['--no-actuate']),
    ],
    ownFiles,
    baseUrl,
    ...(before === undefined ? {} : { beforeCurl: before }),
    speed,
    virtual: virtual !== undefined,
  };
}
