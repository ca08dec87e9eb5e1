// A target as code describes it: what a profile file says, as an object.
import type { z } from 'zod';
import { stringify } from 'yaml';
import type { targetProfileSchema } from '../harness/profile/profile-schema.js';

/** The keys of a profile file (docs/targets.md). Secrets stay in variables of the environment, by their names. */
export type TargetProfile = z.input<typeof targetProfileSchema>;

/** The same as the text of a profile file: what reads files says what is wrong with it, and where. */
export function profileText(profile: TargetProfile): string {
  return stringify(profile);
}
