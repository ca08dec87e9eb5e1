// Command lines to copy: repeating a part of the run, and sending one request by hand.
import type { CheckResult } from '../harness/verdict/verdict.js';
import type { RequestRecord } from '../trace/record.js';
import { isSecretKey, redact } from './redact.js';
import type { RepeatContext } from './report-context.js';

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

/** Headers that curl writes by itself, or that say nothing. */
const IMPLIED_HEADERS = new Set(['host', 'connection', 'content-length', 'accept', 'user-agent']);

/** The request as a curl line; undefined for a WebSocket frame. Secrets are names of shell variables. */
export function curlLine(request: RequestRecord, context: RepeatContext): string | undefined {
  if (context.baseUrl === '' || request.channel !== 'rest') return undefined;
  if (request.method === undefined || request.path === undefined) return undefined;
  const headers = Object.entries(request.headers ?? {})
    .filter(([name]) => !IMPLIED_HEADERS.has(name.toLowerCase()))
    .flatMap(([name, value]) => ['-H', headerArgument(name, value)]);
  const body = request.body === undefined ? [] : ['-d', bodyArgument(request.body)];
  const method = request.method === 'GET' ? [] : ['-X', request.method];
  return ['curl', '-i', ...method, ...headers, ...body, quotedForShell(context.baseUrl + request.path)].join(
    ' ',
  );
}

function headerArgument(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') return `"${name}: Bearer $TOKEN"`;
  return isSecretKey(name) ? `"${name}: $SECRET"` : quotedForShell(`${name}: ${value}`);
}

function bodyArgument(body: unknown): string {
  return quotedForShell(typeof body === 'string' ? body : JSON.stringify(redact(body)));
}

/** The word as a POSIX shell reads it back unchanged. */
export function quotedForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
