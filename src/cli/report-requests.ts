// `--report kind=path`: which reports are wanted, and where they go.
import { didYouMean } from '../kernel/did-you-mean.js';
import { type Diagnostic, type Result, refuseInput } from '../document/diagnostic.js';

export interface ReportRequest<K extends string> {
  readonly kind: K;
  /** `-` is stdout, in place of the report for people. */
  readonly path: string;
}

export function parseReportRequests<K extends string>(
  texts: readonly string[],
  kinds: readonly K[],
): Result<ReportRequest<K>[]> {
  const parsed = texts.map((text) => parseReportRequest(text, kinds));
  const diagnostics: Diagnostic[] = parsed.flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const value = parsed.flatMap((each) => (each.ok ? [each.value] : []));
  if (value.filter(({ path }) => path === '-').length > 1)
    return refuseInput('only one report can go to stdout (-)');
  return { ok: true, value };
}

function parseReportRequest<K extends string>(text: string, kinds: readonly K[]): Result<ReportRequest<K>> {
  const at = text.indexOf('=');
  const [name, path] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const kind = kinds.find((each) => each === name);
  if (kind === undefined) {
    const hint = didYouMean(name, kinds) ?? '';
    return refuseInput(`--report ${text}: there is no report of kind "${name}"`, hint);
  }
  if (path === '')
    return refuseInput(`--report ${text}: no path is given`, `Write it as --report ${kind}=PATH.`);
  return { ok: true, value: { kind, path } };
}
