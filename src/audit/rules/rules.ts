// The rules that bind clients, in the order of the catalogue.
import { noCompatibilityEndpoint } from './no-compatibility-endpoint.js';
import type { ClientRule } from './ruling.js';

export const CLIENT_JUDGES: readonly ClientRule[] = [noCompatibilityEndpoint];
