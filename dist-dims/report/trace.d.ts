import type { RunResult } from '../harness/verdict/verdict.js';
export declare function traceReport({ checks }: RunResult): string;
