// Runs trials one after the other in this thread.
import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import type { Complaint, Result } from '../complaints.js';
import type { InProcessOptions } from '../in-process/in-process-options.js';
import { loadDialect } from '../load-dialect.js';
import { bundledScenarios } from '../load-scenarios.js';
import { loadFleet } from '../simulator/load-fleet.js';
import { loadVariants } from '../simulator/load-variants.js';
import type { Breach, CheckDigest, Trial, Tried } from './trial.js';
import { programsPart, scenariosPart, type TrialPart } from './trial-parts.js';

export type RunTrial = (trial: Trial) => Promise<Tried>;

/** Reads once what all trials share. */
export function createTrialRunner(cwd: string): Result<RunTrial> {
  const fleet = loadFleet(undefined, cwd);
  const dialect = loadDialect('default', cwd);
  const scenarios = bundledScenarios(cwd);
  const complaints = [fleet, dialect, scenarios].flatMap((each) => (each.ok ? [] : each.complaints));
  if (!fleet.ok || !dialect.ok || !scenarios.ok) return { ok: false, complaints };
  const parts = [scenariosPart(scenarios.value), programsPart()];
  return {
    ok: true,
    value: async (trial) => {
      const service = serviceOf(trial, fleet.value.spec, dialect.value, cwd);
      if (!service.ok) return { trial, checks: [], bugs: service.complaints.map(words) };
      return tryOut(trial, service.value, parts);
    },
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
        bugs.push(...result.complaints.map(words));
      }
    } catch (error) {
      bugs.push(String(error));
    }
  }
  return { trial, checks, bugs };
}

function serviceOf(
  { defects, variants, seed }: Trial,
  fleet: FleetSpec,
  dialect: Dialect,
  cwd: string,
): Result<InProcessOptions> {
  const varied = loadVariants(variants, fleet, cwd);
  if (!varied.ok) return varied;
  const { declared, faults, styles, shared } = varied.value;
  const names = varied.value.dialect ?? dialect;
  return {
    ok: true,
    value: {
      fleet: varied.value.fleet,
      declared,
      dialect: names,
      defects,
      faults,
      decorations: styles,
      shared,
      seed,
    },
  };
}

function digest({ id, verdict, reason, findings }: CheckResult): CheckDigest {
  const breaches = new Map<string, Breach>();
  for (const { rule, verdict: word } of findings)
    if (word === 'fail' || word === 'warn') breaches.set(`${word} ${rule}`, { rule, verdict: word });
  return { id, verdict, ...(reason === undefined ? {} : { reason }), breaches: [...breaches.values()] };
}

function words(complaint: Complaint): string {
  return complaint.kind === 'words'
    ? complaint.message
    : complaint.problems.map(({ message }) => message).join('; ');
}
