// `relaybench/harness`: the checks of `conform run` from code, the rules, and the shape of the JSON report.
export { runChecks, type ChecksOptions } from './run-checks.js';
export { ChecksRefused } from './run-checks.js';
export type { ChecksResult } from './run-checks.js';
export type { TargetProfile } from './run-checks.js';
export { RULES, type RuleId } from '../contract/rules/catalogue.js';
export type { Rule } from '../contract/rules/rule.js';
export type { CheckResult, Finding, Verdict } from '../harness/verdict/verdict.js';
export { jsonReportSchema, type JsonReport } from '../report/json-schema.js';
