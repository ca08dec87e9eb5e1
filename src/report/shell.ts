// What a report has to know beside the result, and command lines to copy: repeating a part of the run, sending one request.
import type { CheckResult } from '../harness/verdict/verdict.js';
import type { RequestRecord } from '../trace/record.js';
import { redactNames } from '../output/secret-names.js';
import { curlParts, quotedForShell } from '../output/shell-words.js';

// What a report has to know beside the result: the program that made it, and how to do a part of it again.

export interface RepeatContext {
  /** Version of this program. */
  readonly version: string;
  /** Arguments of `conform run` that a repetition needs, beside the ids and the seed: `--target lab.yaml`. */
  readonly repeatArguments: readonly string[];
  /** Files of scenarios that do not come with the program: a repetition has to name them. */
  readonly ownFiles: readonly string[];
  /** The command that shows this again, where that is not a run of the check. */
  readonly repeatWith?: string;
  /** Where curl lines point to; there are none when it is empty. */
  readonly baseUrl: string;
  /** The path on the wire of one of the interface; the same when absent. */
  readonly path?: (path: string) => string;
  /** What has to be done before the curl lines work, if anything. */
  readonly beforeCurl?: string;
  /** How many times faster than the machine's clock the run's clock went. */
  readonly speed: number;
  /** The run's clock jumped from timer to timer: what it shows says nothing of the machine. */
  readonly virtual?: boolean;
  /** What the run took on the machine in virtual time, in ms: for people, since no two runs take the same. */
  readonly machineTime?: number;
  /** How often virtual time went on although bytes at a socket had not been read. */
  readonly unread?: number;
}

export interface ReportContext extends RepeatContext {
  /** The HTML report without its data, as the build has made it. */
  readonly reportFrame: () => string;
}

// Command lines to copy: repeating a part of the run, and sending one request by hand.

/** The command that runs just these checks again. */
export function repeatCommand(
  checks: readonly Pick<CheckResult, 'id' | 'place' | 'program' | 'ofRun'>[],
  seed: number,
  context: RepeatContext,
): string {
  if (context.repeatWith !== undefined) return context.repeatWith;
  const files = checks.flatMap(({ place }) =>
    place && context.ownFiles.includes(place.file) ? [place.file] : [],
  );
  const ids = checks.flatMap(({ id, ofRun }) => (ofRun ? [] : id));
  const [only] = checks;
  const program = checks.length === 1 ? only?.program : undefined;
  const replay = program ? ['--replay', String(program.index)] : [];
  const words = [...new Set(files), ...ids, '--seed', String(seed), ...replay, ...context.repeatArguments];
  return ['conform', 'run', ...words].map(quotedForShell).join(' ');
}

/** The command that says what a rule wants and what breaks it. */
export const explainCommand = (rule: string): string => `conform explain ${rule}`;

/** The request as a curl line; undefined for a WebSocket frame. */
export function curlLine(request: RequestRecord, context: RepeatContext): string | undefined {
  const { baseUrl, path: onWire = (path) => path } = context;
  const { channel, method, path, headers = {}, body } = request;
  if (baseUrl === '' || channel !== 'rest' || method === undefined || path === undefined) return undefined;
  return curlParts({ method, path: onWire(path), headers, body: redactNames(body) }, baseUrl).join(' ');
}
