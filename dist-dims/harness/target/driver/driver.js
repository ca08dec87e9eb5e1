import { secretNames } from '../../../dialect/secret-names.js';
import { assert } from '../../../kernel/assert.js';
import { createSecrets } from '../../../output/secrets.js';
import { createHeard } from './heard.js';
import { keepProfile, openDialect } from './known-secrets.js';
import { createRateCeiling } from './rate-ceiling.js';
import { createTokens } from './tokens.js';
const LIMITS = { inFlight: 1000, events: 10_000 };
export function createDriver(options) {
    const { profile, dialect, clock, transport, random, limits, secrets = createSecrets() } = options;
    keepProfile(secrets, profile);
    openDialect(secrets, dialect);
    const run = random ? `${random.stream('target/request-ids').token(6)}-` : '';
    let isSecretName;
    let exchanges = 0;
    let connections = 0;
    return {
        dialect,
        clock,
        transport,
        secrets,
        isSecretName: (name) => (isSecretName ??= secretNames(dialect))(name),
        tokens: createTokens(clock),
        heard: createHeard(),
        ceiling: createRateCeiling(clock, profile.requestsPerSecond),
        limits: { ...LIMITS, ...limits },
        patience: profile.patience,
        client: (name) => {
            const client = profile.clients[name];
            assert(client, `the profile has no API client "${name}"`);
            return client;
        },
        nextExchange: () => ++exchanges,
        nextRequestIds: () => `${run}${++connections}-`,
    };
}
