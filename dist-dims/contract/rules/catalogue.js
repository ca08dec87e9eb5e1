// The catalogue: every rule of the interface that anything in the project refers to, in one list.
import { AUTHENTICATION_RULES } from './authentication.js';
import { BUSY_RULES } from './busy.js';
import { CLIENT_RULES } from './client.js';
import { COMMAND_RULES } from './commands.js';
import { DEVICE_RULES } from './devices.js';
import { ENVELOPE_RULES } from './envelope.js';
import { EVENT_RULES } from './events.js';
import { IDEMPOTENCY_RULES } from './idempotency.js';
import { LIMIT_RULES } from './limits.js';
import { OPERATION_RULES } from './operations.js';
import { REFRESH_RULES } from './refresh.js';
import { VERSION_RULES } from './version.js';
import { WEBSOCKET_RULES } from './websocket.js';
/** Every rule, in the order in which reports and docs list them: what a server must do, then what a client must. */
export const RULES = [
    ...ENVELOPE_RULES,
    ...AUTHENTICATION_RULES,
    ...DEVICE_RULES,
    ...REFRESH_RULES,
    ...BUSY_RULES,
    ...IDEMPOTENCY_RULES,
    ...COMMAND_RULES,
    ...OPERATION_RULES,
    ...WEBSOCKET_RULES,
    ...EVENT_RULES,
    ...LIMIT_RULES,
    ...VERSION_RULES,
    ...CLIENT_RULES,
];
const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));
export function isRuleId(id) {
    return BY_ID.has(id);
}
export function ruleById(id) {
    return BY_ID.get(id);
}
