// The checks of the suite in a drawn order, on drawn devices of those that fit, and as many at a time as drawn.
import { trialService } from '../../src/cli/self-test/run.js';
import { plan, type Plan } from '../../src/harness/run/plan.js';
import { run } from '../../src/harness/run/run.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import { createRandom, type RandomStream } from '../../src/kernel/random.js';
import { openInProcess, thenClose } from '../../src/lab/in-process/open-in-process.js';
import { UNFIT_CHECKS } from '../self-test/unfit-checks.js';

/** Devices that are slow, events that come late, inputs and sensors that never rest. */
export const RESTLESS_VARIANTS = ['slow-devices', 'restless-sensors', 'chattering-inputs', 'delayed-events'];

/** Checks that did not pass, and what was not put back. */
export async function notPassed(
  scenarios: readonly Scenario[],
  variant: string,
  seed: number,
): Promise<readonly string[]> {
  const trial = { id: variant, kind: 'variant' as const, defects: [], variants: [variant], seed };
  const service = await trialService(trial, { cwd: process.cwd(), over: 'calls' });
  if (!service.ok) throw new Error(JSON.stringify(service.diagnostics));
  const { open, clock } = await openInProcess(service.value);
  const random = createRandom(seed).stream('order');
  const planned = plan(scenarios, open.profile, {}, open.stimuli.offers);
  if (!planned.ok) throw new Error('the scenarios can be planned');
  const options = { plan: shuffled(planned.plan, random), parallel: random.integer(1, 12) };
  const ended = await clock.runUntil(thenClose(run(open, options), open));
  if (!ended.ok) throw new Error(ended.kind);
  const { checks, notRestored } = ended.result;
  const others = checks.filter(
    ({ id, verdict }) => verdict !== 'pass' && !(verdict === 'skipped' && UNFIT_CHECKS.includes(id)),
  );
  return [...others.map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason ?? ''}`), ...notRestored];
}

function shuffled({ checks, skipped }: Plan, random: RandomStream): Plan {
  const own = mixed(checks, random).map((check) => {
    const devices = Object.entries(check.devices).map(([name, all]) => [name, mixed(all, random)] as const);
    return { ...check, devices: Object.fromEntries(devices) };
  });
  return { checks: own, skipped };
}

function mixed<T>(values: readonly T[], random: RandomStream): readonly T[] {
  const placed = values.map((value) => ({ value, place: random.fraction() }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
}
