// All ways to break the rules that bind clients.
import type { Defect } from '../defect.js';
import { CONNECTION_DEFECTS } from './connections.js';
import { KEY_DEFECTS } from './keys.js';
import { REFUSAL_DEFECTS } from './refusals.js';
import { REQUEST_DEFECTS } from './requests.js';
import { TOKEN_DEFECTS } from './tokens.js';
import { WAITING_DEFECTS } from './waiting.js';

export const CLIENT_DEFECTS: readonly Defect[] = [
  ...TOKEN_DEFECTS,
  ...WAITING_DEFECTS,
  ...REFUSAL_DEFECTS,
  ...KEY_DEFECTS,
  ...CONNECTION_DEFECTS,
  ...REQUEST_DEFECTS,
];
