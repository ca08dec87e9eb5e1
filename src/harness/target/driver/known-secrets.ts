// What a run knows to be secret before it begins, and what it knows to be public.
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { STATED_ERROR_CODES } from '../../../contract/error-codes.js';
import { OPERATION_NAMES } from '../../../contract/operations.js';
import { RULES } from '../../../contract/rules/catalogue.js';
import { SCOPES } from '../../../contract/scopes.js';
import { EVENT_TOPICS, REQUEST_TOPICS } from '../../../contract/topics.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Profile } from '../../profile/profile.js';

/** Keeps the secrets of the profile's clients and stimuli, and the password of its device for management. */
export function keepProfile(secrets: Secrets, profile: Pick<Profile, 'clients'> & Partial<Profile>): void {
  for (const [name, { clientSecret }] of Object.entries(profile.clients))
    secrets.keep(clientSecret, `<secret of ${name}>`);
  for (const { value, alias } of profile.stimuli?.secrets ?? []) secrets.keep(value, alias);
  if (profile.management) secrets.keep(profile.management.password, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open(namesIn(profile));
}

function namesIn({
  clients,
  devices = {},
  management,
}: Pick<Profile, 'clients'> & Partial<Profile>): string[] {
  return [
    ...Object.entries(clients).flatMap(([name, { clientId }]) => [name, clientId]),
    ...Object.entries(devices).flatMap(([name, { deviceId }]) => [name, deviceId]),
    ...(management ? [management.deviceId, management.profileId, management.name ?? ''] : []),
  ];
}

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

/** The words of the interface, which stand in every report. */
const PUBLIC_WORDS: readonly string[] = [
  ...RULES.flatMap(({ id, sentence, section }) => [id, sentence, section]),
  ...Object.values(ENDPOINTS).map(({ path }) => path),
  ...Object.keys(ENDPOINTS),
  ...Object.keys(STATED_ERROR_CODES),
  ...[...OPERATION_NAMES, ...SCOPES, ...REQUEST_TOPICS, ...EVENT_TOPICS],
  ...NAMES,
];

/** The dialect's names for what holds a password or a ticket. */
export function openDialect(secrets: Secrets, { shapes }: Pick<Dialect, 'shapes'>): void {
  secrets.open([
    ...keysIn(shapes.ticket.encode({ ticket: 't', expiresIn: 1 })),
    ...keysIn(shapes.passwordChange.encode({ currentPassword: 'c', newPassword: 'n' })),
    ...keysIn(shapes.deviceAddition.encode({ deviceId: 'd', name: 'n', profileId: 'p', password: 'w' })),
  ]);
}

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}
