// Reads the JSON report of a run, as much of it as is asked for.
import { resolve } from 'node:path';
import * as z from 'zod';
import { accepted, type Diagnostic, refuseInput, type Result, worded } from '../../document/diagnostic.js';
import type { KnownFailure } from '../../harness/run/baseline.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { safeText } from '../../output/writer.js';
import { REPORT_FORMAT } from '../../report/json-schema.js';
import { pathKind, readText, unwritable, writeText } from '../files.js';
import type { Io } from '../io.js';

/** A report holds the traces of what did not pass. */
const LARGEST_REPORT = 256 * 1024 * 1024;

export function loadReport<S extends z.ZodType>(
  name: string,
  schema: S,
  { cwd }: Pick<Io, 'cwd'>,
): Result<z.output<S>> {
  const text = readText(resolve(cwd, name), LARGEST_REPORT);
  if (!text.ok) return refuseInput(text.message);
  const data = jsonIn(text.value);
  const format = isObject(data) ? data['format'] : undefined;
  const hint = 'conform run --report json=PATH writes one.';
  if (typeof format !== 'string' || !format.startsWith('conform-report/'))
    return refuseInput(`${name} is no JSON report of a run`, hint);
  if (format !== REPORT_FORMAT)
    return refuseInput(`${name} has the format ${format}, and this program reads ${REPORT_FORMAT}`, hint);
  const read = schema.safeParse(data);
  if (read.success) return accepted(read.data);
  const [issue] = read.error.issues;
  return refuseInput(`${name} is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, hint);
}

// The file of a baseline: failures that are known, and fail no run that is told of them.

const BASELINE_FORMAT = 'conform-baseline/1';

/** More are no list of exceptions. */
const MOST_FAILURES = 10_000;

const schema = z.strictObject({
  format: z.literal(BASELINE_FORMAT),
  failures: z
    .array(
      z.strictObject({
        check: z.string().min(1),
        rule: z.string().min(1),
        until: z.iso.date('expected a day, as in 2026-12-31').optional(),
      }),
    )
    .max(MOST_FAILURES),
});

const HINT = 'conform run --write-baseline PATH writes one.';

export function loadBaseline(name: string, { cwd }: Pick<Io, 'cwd'>): Result<readonly KnownFailure[]> {
  const text = readText(resolve(cwd, name));
  if (!text.ok) return refuseInput(`the baseline: ${text.message}`, HINT);
  const data = jsonIn(text.value);
  if (!isObject(data) || data['format'] !== BASELINE_FORMAT)
    return refuseInput(`${name} is no baseline (${BASELINE_FORMAT})`, HINT);
  const read = schema.safeParse(data);
  if (read.success) return accepted(read.data.failures);
  const [issue] = read.error.issues;
  const at = `/${issue?.path.join('/') ?? ''}`;
  return refuseInput(`${name} is damaged at ${at}: ${issue?.message ?? ''}`, HINT);
}

/** What the file that is to be written holds already; nothing when it is not there. Refused when it cannot be written. */
export function baselineToRenew(
  name: string,
  io: Pick<Io, 'cwd'>,
): Result<readonly KnownFailure[] | undefined> {
  const path = resolve(io.cwd, name);
  const message = unwritable(path);
  const hint = 'Nothing has been done yet: make the folder, or take another path for --write-baseline.';
  if (message !== undefined) return refuseInput(`the baseline: ${message}`, hint);
  return pathKind(path) === 'nothing' ? accepted(undefined) : loadBaseline(name, io);
}

/** What went wrong; nothing when it is written. */
export async function writeBaseline(
  name: string,
  failures: readonly KnownFailure[],
  io: Pick<Io, 'cwd' | 'secrets'>,
): Promise<readonly Diagnostic[]> {
  const file = {
    format: BASELINE_FORMAT,
    failures: failures.map(({ check, rule, until }) => ({ check, rule, until })),
  };
  const text = safeText(`${JSON.stringify(file, null, 2)}\n`, 'json', io.secrets);
  const message = await writeText(resolve(io.cwd, name), text);
  return message === undefined ? [] : [worded(`the baseline: ${message}`)];
}
