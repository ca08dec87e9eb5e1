import type { Rule } from './rule.js';
/** Every rule, in the order in which reports and docs list them: what a server must do, then what a client must. */
export declare const RULES: readonly [Rule & {
    readonly id: "envelope.json";
}, Rule & {
    readonly id: "envelope.code";
}, Rule & {
    readonly id: "envelope.message";
}, Rule & {
    readonly id: "envelope.data";
}, Rule & {
    readonly id: "envelope.error-request-id";
}, Rule & {
    readonly id: "envelope.status-code-pairs";
}, Rule & {
    readonly id: "envelope.bad-input-is-no-500";
}, Rule & {
    readonly id: "auth.token-issued";
}, Rule & {
    readonly id: "auth.token-shape";
}, Rule & {
    readonly id: "auth.invalid-credentials";
}, Rule & {
    readonly id: "auth.disabled-client";
}, Rule & {
    readonly id: "auth.missing";
}, Rule & {
    readonly id: "auth.invalid";
}, Rule & {
    readonly id: "auth.expired";
}, Rule & {
    readonly id: "auth.key-is-no-credential";
}, Rule & {
    readonly id: "scope.read-included";
}, Rule & {
    readonly id: "scope.independent";
}, Rule & {
    readonly id: "scope.denied";
}, Rule & {
    readonly id: "scope.required-scope-named";
}, Rule & {
    readonly id: "scope.checked-on-websocket";
}, Rule & {
    readonly id: "scope.commands-within-devices";
}, Rule & {
    readonly id: "scope.devices-within-client";
}, Rule & {
    readonly id: "devices.list";
}, Rule & {
    readonly id: "devices.detail-is-live";
}, Rule & {
    readonly id: "devices.refresh-covers-all";
}, Rule & {
    readonly id: "devices.config-read";
}, Rule & {
    readonly id: "devices.profiles";
}, Rule & {
    readonly id: "devices.add";
}, Rule & {
    readonly id: "devices.remove";
}, Rule & {
    readonly id: "devices.password";
}, Rule & {
    readonly id: "devices.unknown";
}, Rule & {
    readonly id: "refresh.min-interval";
}, Rule & {
    readonly id: "refresh.shared-budget";
}, Rule & {
    readonly id: "refresh.per-device";
}, Rule & {
    readonly id: "refresh.across-clients";
}, Rule & {
    readonly id: "refresh.rate-limited-rest";
}, Rule & {
    readonly id: "refresh.rate-limited-websocket";
}, Rule & {
    readonly id: "refresh.retry-after-truthful";
}, Rule & {
    readonly id: "refresh.rejection-is-free";
}, Rule & {
    readonly id: "refresh.busy-is-free";
}, Rule & {
    readonly id: "busy.control-control";
}, Rule & {
    readonly id: "busy.refresh-control";
}, Rule & {
    readonly id: "busy.across-channels";
}, Rule & {
    readonly id: "busy.one-at-a-time";
}, Rule & {
    readonly id: "busy.released";
}, Rule & {
    readonly id: "busy.refused-has-no-effect";
}, Rule & {
    readonly id: "busy.per-device";
}, Rule & {
    readonly id: "idempotency.same-command-rest";
}, Rule & {
    readonly id: "idempotency.same-command-websocket";
}, Rule & {
    readonly id: "idempotency.across-channels";
}, Rule & {
    readonly id: "idempotency.no-second-execution";
}, Rule & {
    readonly id: "idempotency.after-lost-response";
}, Rule & {
    readonly id: "idempotency.in-flight";
}, Rule & {
    readonly id: "idempotency.timeout-is-final";
}, Rule & {
    readonly id: "idempotency.new-key-new-command";
}, Rule & {
    readonly id: "idempotency.refused-is-not-remembered";
}, Rule & {
    readonly id: "idempotency.reused-for-another-request";
}, Rule & {
    readonly id: "idempotency.per-client";
}, Rule & {
    readonly id: "commands.shape";
}, Rule & {
    readonly id: "commands.created-by-every-operation";
}, Rule & {
    readonly id: "commands.readable";
}, Rule & {
    readonly id: "commands.same-object-both-channels";
}, Rule & {
    readonly id: "commands.terminal-stays";
}, Rule & {
    readonly id: "relay.set-many";
}, Rule & {
    readonly id: "relay.effect";
}, Rule & {
    readonly id: "relay.compatibility";
}, Rule & {
    readonly id: "rs485.transceive";
}, Rule & {
    readonly id: "rs485.timeout";
}, Rule & {
    readonly id: "rs485.baud-rate";
}, Rule & {
    readonly id: "relay.jog-config";
}, Rule & {
    readonly id: "ws.ticket-issued";
}, Rule & {
    readonly id: "ws.ticket-needs-token";
}, Rule & {
    readonly id: "ws.ticket-required";
}, Rule & {
    readonly id: "ws.ticket-once";
}, Rule & {
    readonly id: "ws.reply-shape";
}, Rule & {
    readonly id: "ws.correlation";
}, Rule & {
    readonly id: "ws.ping";
}, Rule & {
    readonly id: "ws.state-get";
}, Rule & {
    readonly id: "ws.operation-execute";
}, Rule & {
    readonly id: "ws.errors-keep-connection";
}, Rule & {
    readonly id: "ws.bad-frame-survives";
}, Rule & {
    readonly id: "events.relay-changed";
}, Rule & {
    readonly id: "events.input-changed";
}, Rule & {
    readonly id: "events.changes";
}, Rule & {
    readonly id: "events.peripherals";
}, Rule & {
    readonly id: "events.not-for-analog";
}, Rule & {
    readonly id: "events.not-for-config";
}, Rule & {
    readonly id: "events.online";
}, Rule & {
    readonly id: "events.offline";
}, Rule & {
    readonly id: "events.power-lost";
}, Rule & {
    readonly id: "events.power-restored";
}, Rule & {
    readonly id: "events.rs485-received";
}, Rule & {
    readonly id: "events.not-for-solicited";
}, Rule & {
    readonly id: "events.every-connection";
}, Rule & {
    readonly id: "events.not-replayed";
}, Rule & {
    readonly id: "events.no-change-no-event";
}, Rule & {
    readonly id: "limits.shape";
}, Rule & {
    readonly id: "limits.rejection-is-free";
}, Rule & {
    readonly id: "limits.shared-per-client";
}, Rule & {
    readonly id: "limits.ticket-endpoint";
}, Rule & {
    readonly id: "limits.control-stricter";
}, Rule & {
    readonly id: "version.in-path";
}, Rule & {
    readonly id: "client.token-reused";
}, Rule & {
    readonly id: "client.server-side-only";
}, Rule & {
    readonly id: "client.waits-after-429";
}, Rule & {
    readonly id: "client.backs-off-when-busy";
}, Rule & {
    readonly id: "client.backs-off-on-500";
}, Rule & {
    readonly id: "client.no-retry-unchanged";
}, Rule & {
    readonly id: "client.scope-denied-is-final";
}, Rule & {
    readonly id: "client.key-per-command";
}, Rule & {
    readonly id: "client.key-kept-on-retry";
}, Rule & {
    readonly id: "client.key-never-reused";
}, Rule & {
    readonly id: "client.timeout-needs-new-key";
}, Rule & {
    readonly id: "client.heartbeat";
}, Rule & {
    readonly id: "client.ticket-just-in-time";
}, Rule & {
    readonly id: "client.reconnect-backoff";
}, Rule & {
    readonly id: "client.rebuilds-baseline";
}, Rule & {
    readonly id: "client.ignores-unknown-fields";
}, Rule & {
    readonly id: "client.handles-events-idempotently";
}, Rule & {
    readonly id: "client.relays-in-one-request";
}, Rule & {
    readonly id: "client.no-compatibility-endpoint";
}, Rule & {
    readonly id: "client.refresh-spacing";
}, Rule & {
    readonly id: "client.unique-request-ids";
}, Rule & {
    readonly id: "client.coordinated-backoff";
}];
export type RuleId = (typeof RULES)[number]['id'];
export declare function isRuleId(id: string): id is RuleId;
/** Known ids always have a rule; the overload spares their callers the check. */
export declare function ruleById(id: RuleId): Rule;
export declare function ruleById(id: string): Rule | undefined;
