// What `conform judge --as client` does: reads traffic that was kept, line by line, and judges the clients in it.
import type { OptionsOf } from '../option-rows.js';
import { resolve } from 'node:path';
import { clientResult, judgeClient } from '../../audit/client-result.js';
import { readHar } from '../../audit/kept/read-har.js';
import { readLine } from '../../audit/kept/read-line.js';
import { createTrafficReader, type TrafficReader } from '../../audit/traffic/read-traffic.js';
import type { ClientTraffic } from '../../audit/traffic/traffic.js';
import { ruleById, RULES } from '../../contract/rules/catalogue.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import type { Dialect } from '../../dialect/dialect.js';
import {
  accepted,
  allOf,
  type Diagnostic,
  listOf,
  refuseInput,
  type Result,
  worded,
} from '../../document/diagnostic.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { clientReport } from '../../report/terminal/judged.js';
import { usageError } from '../diagnostics.js';
import { codeOfClients, type ExitCode } from '../exit-codes.js';
import { readLines, readText, shownPath, systemWords } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import { ruleSetOf } from '../run/run-options.js';
import { terminalOptions } from '../run/told.js';
import { judgeContext, reportRequests, publish, runReported } from '../reports.js';

type JudgeClientOptions = OptionsOf<'judge'>;

/** A HAR file is read whole. */
const LARGEST_HAR = 256 * 1024 * 1024;
/** After so many bad lines, the rest of the file says nothing new. */
const MOST_PROBLEMS = 20;

export async function judgeClients(
  names: readonly string[],
  options: JudgeClientOptions,
  io: Io,
): Promise<ExitCode> {
  const requests = reportRequests(options.report ?? [], RUN_FORMATS, io, [...names, options.dialect]);
  const dialect = loadDialect(options.dialect ?? 'default', io.cwd);
  const unknown = (options.require ?? []).filter((id) => ruleById(id)?.side !== 'client');
  const known = RULES.filter(({ side }) => side === 'client').map((rule) => rule.id);
  const rules = listOf(
    unknown.map((id) =>
      refuseInput(`--require ${id}: there is no such rule for clients`, didYouMean(id, known) ?? ''),
    ),
  );
  const asked = allOf({ requests, dialect, rules });
  if (!asked.ok) return usageError(io, asked.diagnostics);
  const read = await readAll(names, options, asked.value.dialect, io.cwd);
  if (!read.ok) return usageError(io, read.diagnostics);
  const result = judged(read.value, options, names);
  const context = judgeContext(`conform judge --as client ${names.join(' ')}`);
  const forPeople = (shown: RunResult): string => clientReport(shown, terminalOptions(io, options));
  const reported = runReported(result, context, io, forPeople);
  return publish(asked.value.requests, reported, codeOfClients(result, options.require ?? []), io);
}

async function readAll(
  names: readonly string[],
  { calm }: JudgeClientOptions,
  dialect: Dialect,
  cwd: string,
): Promise<Result<readonly ClientTraffic[]>> {
  const files = calm === undefined ? names : [...new Set([calm, ...names])];
  const read: Result<readonly ClientTraffic[]>[] = [];
  for (const name of files) {
    const path = resolve(cwd, name);
    read.push(/\.har$/i.test(name) ? readHarFile(path, dialect, cwd) : await readRecords(path, cwd));
  }
  const traffic = listOf(read);
  if (!traffic.ok) return traffic;
  if (traffic.value.flat().length === 0)
    return refuseInput('there is no request of a client in what was kept');
  return accepted(traffic.value.flat());
}

function readHarFile(path: string, dialect: Dialect, cwd: string): Result<readonly ClientTraffic[]> {
  const text = readText(path, LARGEST_HAR);
  if (!text.ok) return refuseInput(text.message);
  const shown = shownPath(path, cwd);
  const read = readHar(text.value, dialect);
  if (!read.ok) return refuseInput(`${shown}: ${read.message}`);
  const reader = createTrafficReader({ day: shown });
  for (const record of read.records) reader.see(record);
  return accepted(reader.traffic());
}

async function readRecords(path: string, cwd: string): Promise<Result<readonly ClientTraffic[]>> {
  const shown = shownPath(path, cwd);
  const traffic: ClientTraffic[] = [];
  const diagnostics: Diagnostic[] = [];
  let reader: TrafficReader = createTrafficReader({ day: shown });
  let number = 0;
  try {
    for await (const text of readLines(path)) {
      number++;
      const line = readLine(text);
      if (line.kind === 'bad') diagnostics.push(worded(`${shown}:${number}  ${line.message}`));
      else if (line.kind === 'record') reader.see(line.record);
      else if (line.kind === 'opening') {
        traffic.push(...reader.traffic());
        reader = createTrafficReader({ day: line.name });
      }
      if (diagnostics.length === MOST_PROBLEMS) break;
    }
  } catch (error) {
    return refuseInput(`cannot read ${path}: ${error instanceof Error ? systemWords(error) : String(error)}`);
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return accepted([...traffic, ...reader.traffic()]);
}

function judged(
  traffic: readonly ClientTraffic[],
  { calm, strict = false, revision }: JudgeClientOptions,
  names: readonly string[],
): RunResult {
  const clients = [...new Set(traffic.map(({ client }) => client))];
  const ruled = clients.map((client) => {
    const days = traffic.filter((each) => each.client === client);
    const control = calm === undefined ? undefined : days.find(({ day }) => calm.endsWith(day));
    return judgeClient(client, { days, ...(control && { calm: control }) });
  });
  return clientResult(ruled, {
    target: `${clients.join(', ')} in ${names.join(', ')}`,
    dialect: '',
    seed: 0,
    strict,
    ...ruleSetOf({ revision }),
    startedAt: Math.min(...traffic.map(({ from }) => from)),
    endedAt: Math.max(...traffic.map(({ to }) => to)),
  });
}
