// Reads the JSON report of a run, as much of it as is asked for.
import { resolve } from 'node:path';
import type { z } from 'zod';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { REPORT_FORMAT } from '../../report/json-schema.js';
import { readText } from '../files.js';
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
  const hint = 'conform run --report json=PATH writes one.';
  const format = isObject(data) ? data['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('conform-report/'))
    return refuseInput(`${name} is no JSON report of a run`, hint);
  if (format !== REPORT_FORMAT)
    return refuseInput(`${name} has the format ${format}, and this program reads ${REPORT_FORMAT}`, hint);
  const read = schema.safeParse(data);
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return refuseInput(`${name} is damaged: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, hint);
}
