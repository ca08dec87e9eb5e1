// Which target the options mean, opened and ready to be checked. Each kind of target loads what it needs: only a
// run on a simulator of its own loads the simulator.
import { type Result, refuse } from '../complaints.js';
import type { Io } from '../io.js';
import type { Clock } from '../../kernel/clock.js';
import { DEFAULT_SEED } from './default-seed.js';
import { clockOf, EMBEDDED_SPEED, openTarget, type OpenTarget, type TargetFacts } from './open-target.js';
import { terminalOperator } from './operator.js';
import { restrictionOf, type TargetOptions } from './run-options.js';

export async function findTarget(options: TargetOptions, io: Io): Promise<Result<OpenTarget>> {
  const { target, seed = DEFAULT_SEED } = options;
  const speed = options.speed ?? (target === undefined ? EMBEDDED_SPEED : 1);
  const clock = clockOf(speed);
  const own = options.defect ? '--defect' : options.variant ? '--variant' : undefined;
  if (target !== undefined && own !== undefined) {
    return refuse(
      `${own} is for a simulator of its own; a target is as it is`,
      `Leave out --target or ${own}.`,
    );
  }
  const found = await factsOf({ ...options, speed }, clock, io);
  if (!found.ok) return found;
  const operator = terminalOperator(io);
  const restriction = restrictionOf(options);
  return { ok: true, value: openTarget(found.value, { clock, speed, seed, operator, restriction }) };
}

async function factsOf(
  options: TargetOptions & { readonly speed: number },
  clock: Clock,
  io: Io,
): Promise<Result<TargetFacts>> {
  const { target } = options;
  if (target === undefined) {
    const { embeddedTarget } = await import('./embedded.js');
    return embeddedTarget(options, clock, io.cwd);
  }
  if (isAddress(target)) {
    const { targetAtAddress } = await import('./at-address.js');
    return targetAtAddress(target, options, io);
  }
  const { profiledTarget } = await import('./profiled.js');
  return profiledTarget(target, options, io);
}

/** Anything with a scheme is an address; everything else is a file. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
