// The verdict of a self-test: whether the suite found each defect, and passed each service that is right.
import type { DefectRow, KillMatrix, RightRow } from '../../lab/self-test/matrix.js';

export function isKilled({ killers, bugs }: DefectRow): boolean {
  return killers.length > 0 && bugs.length === 0;
}

export function isFair({ red, bugs }: RightRow): boolean {
  return red.length === 0 && bugs.length === 0;
}

/** Every defect is caught by a check that cites its rule, and nothing that is right is called wrong. */
export function holds({ defects, right }: KillMatrix): boolean {
  return defects.every(isKilled) && right.every(isFair);
}
