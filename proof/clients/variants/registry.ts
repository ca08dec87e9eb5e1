// Odd clients that are right: whatever the judge says against one of them is wrong.
import type { Variant } from '../defect.js';
import { CONNECTION_VARIANTS } from './connections.js';
import { CREDENTIAL_VARIANTS } from './credentials.js';
import { REQUEST_VARIANTS } from './requests.js';
import { SCHEDULE_VARIANTS } from './schedules.js';
import { WAITING_VARIANTS } from './waiting.js';

export const CLIENT_VARIANTS: readonly Variant[] = [
  ...CONNECTION_VARIANTS,
  ...WAITING_VARIANTS,
  ...CREDENTIAL_VARIANTS,
  ...REQUEST_VARIANTS,
  ...SCHEDULE_VARIANTS,
  { id: 'other-chance', summary: 'is the good client with other luck', differ: () => ({}) },
];
