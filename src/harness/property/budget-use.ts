// When a program refreshes its devices (refresh.min-interval), told before it runs: so it can begin while they rest.
import type { Estimated } from '../target/leases.js';
import type { Step } from '../scenario/verbs/verb.js';
import type { DeviceName } from './facts.js';
import type { Program } from './program.js';
import { caseOf } from './program-case.js';

export interface BudgetUse {
  /**
   * Devices that must have rested for their first refresh, which is sent whatever the budget is; each with the time that
   * surely passes before, in ms. All other devices may rest on: their first refresh waits by itself.
   */
  readonly mustHaveRested: ReadonlyMap<DeviceName, number>;
  readonly waits: Estimated;
}

/** What is not known in detail: each of the devices is refreshed at once. */
export function unknownUse(names: readonly DeviceName[]): BudgetUse {
  const use = { first: 0, last: USUAL_SPAN };
  return {
    mustHaveRested: new Map(names.map((name) => [name, 0])),
    waits: {
      span: USUAL_SPAN,
      refreshes: Object.fromEntries(names.map((name) => [name, use])),
      switches: false,
    },
  };
}

/** How long a program takes, about, in ms: a wrong estimate costs time, and nothing else. */
const USUAL_SPAN = 7000;

export function budgetUseOf(program: Program): BudgetUse {
  const mustHaveRested = new Map<DeviceName, number>();
  const refreshes = new Map<DeviceName, Estimated['refreshes'][string]>();
  let time = 0;
  for (const step of caseOf(program, 'a program').steps) {
    for (const { name, patient } of refreshesIn(step, program.devices)) {
      const before = refreshes.get(name);
      if (!before && !patient) mustHaveRested.set(name, time);
      refreshes.set(name, { first: before?.first ?? time, last: time });
    }
    const waits = step.verb.waits?.(step.fields);
    if (typeof waits === 'number') time += waits;
  }
  return {
    mustHaveRested,
    waits: { span: Math.max(time, USUAL_SPAN), refreshes: Object.fromEntries(refreshes), switches: false },
  };
}

function refreshesIn(
  step: Step,
  names: readonly DeviceName[],
): readonly { readonly name: DeviceName; readonly patient: boolean }[] {
  const atOnce = step.verb.nested !== undefined;
  return leavesOf(step).flatMap(({ verb, fields }) => {
    const name = verb.refreshes && names.find((one) => one === verb.device?.(fields));
    return name ? [{ name, patient: !atOnce && fields['patient'] !== false }] : [];
  });
}

/** The step, or those that stand inside of it. */
function leavesOf(step: Step): readonly Step[] {
  return step.children.length > 0 ? step.children.flatMap(leavesOf) : [step];
}
