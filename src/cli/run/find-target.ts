// Which target the options mean, opened and ready to be checked.
import { type Outcome, refuse } from '../complaints.js';
import type { Io } from '../io.js';
import { isAddress, targetAtAddress } from './at-address.js';
import { embeddedTarget } from './embedded.js';
import { clockOf, DEFAULT_SEED, EMBEDDED_SPEED, openTarget, type OpenTarget } from './open-target.js';
import { terminalOperator } from './operator.js';
import type { TargetOptions } from './run-options.js';
import { profiledTarget } from './profiled.js';

export async function findTarget(options: TargetOptions, io: Io): Promise<Outcome<OpenTarget>> {
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
  const found =
    target === undefined
      ? await embeddedTarget({ ...options, speed }, clock, io.cwd)
      : isAddress(target)
        ? targetAtAddress(target, options, io)
        : profiledTarget(target, options, io);
  if (!found.ok) return found;
  const operator = terminalOperator(io);
  return { ok: true, value: openTarget(found.value, { clock, speed, seed, operator }) };
}
