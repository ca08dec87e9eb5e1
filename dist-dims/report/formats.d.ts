import type { RunResult } from '../harness/verdict/verdict.js';
import type { Format } from './format.js';
import type { RunFormat } from './format-names.js';
import type { ReportContext } from './report-context.js';
export declare const runFormats: Readonly<Record<RunFormat, Format<readonly [result: RunResult, context: ReportContext]>>>;
