// The words of the interface. They stand in everything that is shown, so that no secret can have them hidden.
import { ENDPOINTS } from './endpoints.js';
import { STATED_ERROR_CODES } from './error-codes.js';
import { OPERATION_NAMES } from './operations.js';
import { RULES } from './rules/catalogue.js';
import { SCOPES } from './scopes.js';
import { EVENT_TOPICS, REQUEST_TOPICS } from './topics.js';

/** Words of which the names and sentences of the program are made. */
const ORDINARY = ['configuration', 'configure', 'controller', 'management', 'operation', 'simulator'];

const NAMES = [
  ...['accessToken', 'tokenType', 'expiresIn', 'clientId', 'clientSecret', 'currentPassword', 'newPassword'],
  ...[
    'requestId',
    'deviceId',
    'commandId',
    'idempotencyKey',
    'idempotency-key',
    'authorization',
    'retry-after',
  ],
  ...['content-type', 'application/json', 'retryAfterSeconds', 'requiredScope', 'password', 'credentials'],
];

export const PUBLIC_WORDS: readonly string[] = [
  ...RULES.flatMap(({ id, sentence, section }) => [id, sentence, section]),
  ...Object.values(ENDPOINTS).map(({ path }) => path),
  ...Object.keys(ENDPOINTS),
  ...Object.keys(STATED_ERROR_CODES),
  ...[...OPERATION_NAMES, ...SCOPES, ...REQUEST_TOPICS, ...EVENT_TOPICS],
  ...NAMES,
  ...ORDINARY,
];
