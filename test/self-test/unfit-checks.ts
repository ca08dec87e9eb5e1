/**
 * The checks that the simulator skips as it comes: its tokens live for an hour, its quotas are large, and its list has 20
 * devices. Variants have them pass, and services with fewer devices.
 */
export const UNFIT_CHECKS: readonly string[] = [
  'auth/expires-by-itself',
  'devices/every-page:1-of-2',
  'devices/every-page:2-of-4',
  'devices/every-page:2-of-6',
  'devices/every-page:3-of-6',
  'limits/control-stricter:24',
  'limits/control-stricter:36',
  'limits/rejected-messages',
  'limits/rejected-queries',
  'limits/ticket-quota',
  'limits/under-way',
];
