/**
 * The checks that the simulator skips as it comes: its tokens live for an hour, and its quotas are large. Variants have them
 * pass.
 */
export const UNFIT_CHECKS: readonly string[] = [
  'auth/expires-by-itself',
  'limits/control-stricter:24',
  'limits/control-stricter:36',
  'limits/rejected-messages',
  'limits/rejected-queries',
  'limits/ticket-quota',
  'limits/under-way',
];
