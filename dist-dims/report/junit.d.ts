import type { RunResult } from '../harness/verdict/verdict.js';
import type { ReportContext } from './report-context.js';
export declare function junitReport(result: RunResult, context: ReportContext): string;
