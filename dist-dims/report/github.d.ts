import type { RunResult } from '../harness/verdict/verdict.js';
import type { ReportContext } from './report-context.js';
/** Workflow commands, a line each, to be printed to stdout. */
export declare function githubAnnotations(result: RunResult): string;
/** Markdown for the file that GITHUB_STEP_SUMMARY names. */
export declare function githubSummary(result: RunResult, context: ReportContext): string;
