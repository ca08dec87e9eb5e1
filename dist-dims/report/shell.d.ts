import type { CheckResult } from '../harness/verdict/verdict.js';
import type { RequestRecord } from '../trace/record.js';
import type { ReportContext } from './report-context.js';
/** The command that runs just these checks again. */
export declare function repeatCommand(checks: readonly Pick<CheckResult, 'id' | 'place' | 'program'>[], seed: number, context: ReportContext): string;
/** The request as a curl line; undefined for a WebSocket frame. Secrets are names of shell variables. */
export declare function curlLine(request: RequestRecord, context: ReportContext): string | undefined;
/** The word as a POSIX shell reads it back unchanged. */
export declare function quoted(word: string): string;
