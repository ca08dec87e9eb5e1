import type { ClientSpec } from './fleet/fleet-spec.js';
import type { ClientRegistry } from './service/access.js';
import type { SecretsEqual } from './transport/secrets.js';
export declare function createClientRegistry(clients: readonly ClientSpec[], secretsEqual: SecretsEqual): ClientRegistry;
