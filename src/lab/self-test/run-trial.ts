// Runs trials one after the other in this thread.
import type { Diagnostic, Result } from '../../document/diagnostic.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { InProcessOptions } from '../in-process/in-process-options.js';
import type { TrialBreach, CheckDigest, Trial, Tried } from './trial.js';
import { programsPart, scenariosPart, type TrialPart } from './trial-parts.js';

export type RunTrial = (trial: Trial) => Promise<Tried>;

/** @param serviceOf the service that a trial is about. */
export function createTrialRunner(
  scenarios: readonly Scenario[],
  serviceOf: (trial: Trial) => Result<InProcessOptions>,
): RunTrial {
  const parts = [scenariosPart(scenarios), programsPart()];
  return async (trial) => {
    const service = serviceOf(trial);
    if (!service.ok) return { trial, checks: [], bugs: service.diagnostics.map(words) };
    return tryOut(trial, service.value, parts);
  };
}

async function tryOut(trial: Trial, service: InProcessOptions, parts: readonly TrialPart[]): Promise<Tried> {
  const checks: CheckDigest[] = [];
  const bugs: string[] = [];
  for (const part of parts) {
    try {
      const result = await part(service);
      if (result.ok) {
        checks.push(...result.value.checks.map(digest));
        bugs.push(...result.value.bugs.map(String));
      } else {
        bugs.push(...result.diagnostics.map(words));
      }
    } catch (error) {
      bugs.push(String(error));
    }
  }
  return { trial, checks, bugs };
}

function digest({ id, verdict, reason, findings }: CheckResult): CheckDigest {
  const breaches = new Map<string, TrialBreach>();
  for (const { rule, verdict: word } of findings)
    if (word === 'fail' || word === 'warn') breaches.set(`${word} ${rule}`, { rule, verdict: word });
  return { id, verdict, ...(reason === undefined ? {} : { reason }), breaches: [...breaches.values()] };
}

function words(diagnostic: Diagnostic): string {
  return diagnostic.kind === 'words'
    ? diagnostic.message
    : diagnostic.problems.map(({ message }) => message).join('; ');
}
