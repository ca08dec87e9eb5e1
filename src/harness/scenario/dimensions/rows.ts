// Along which dimensions each rule has to be tried, and which values of them are left out, with the reason.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Dimension, DimensionValue } from './dimension.js';

interface Row {
  readonly dimensions: readonly Dimension[];
  readonly rules: readonly RuleId[];
}

/** Rules that have the same dimensions stand together; each stands once. A rule without any is tried as it is. */
export const ROWS: readonly Row[] = [
  {
    dimensions: ['channel', 'credential'],
    rules: ['envelope.json', 'envelope.code', 'envelope.message', 'envelope.status-code-pairs'],
  },
  { dimensions: ['channel'], rules: ['envelope.data', 'ws.reply-shape', 'auth.disabled-client'] },
  {
    dimensions: [],
    rules: [
      'envelope.error-request-id',
      'envelope.bad-input-is-no-500',
      'devices.list',
      'devices.config-read',
      'devices.profiles',
      'devices.add',
      'devices.password',
      'refresh.per-device',
      'refresh.rate-limited-rest',
      'refresh.rate-limited-websocket',
      'rs485.transceive',
      'rs485.timeout',
      'ws.correlation',
      'ws.ping',
      'ws.errors-keep-connection',
      'ws.bad-frame-survives',
      'events.peripherals',
      'events.rs485-received',
      'events.no-change-no-event',
      'limits.shape',
      'limits.shared-per-client',
      'limits.ticket-endpoint',
      'limits.control-stricter',
      'version.in-path',
    ],
  },
  { dimensions: ['scope'], rules: ['auth.token-issued', 'auth.token-shape', 'ws.ticket-issued'] },
  { dimensions: ['credential'], rules: ['auth.invalid-credentials', 'ws.ticket-needs-token'] },
  { dimensions: ['credential'], rules: ['ws.ticket-required'] },
  { dimensions: ['operation'], rules: ['auth.missing', 'auth.expired', 'ws.operation-execute'] },
  { dimensions: ['operation', 'credential'], rules: ['auth.invalid', 'auth.key-is-no-credential'] },
  { dimensions: ['channel', 'scope'], rules: ['scope.read-included'] },
  {
    dimensions: ['channel', 'operation', 'scope'],
    rules: ['scope.independent', 'scope.required-scope-named', 'devices.unknown'],
  },
  { dimensions: ['operation', 'scope'], rules: ['scope.denied', 'scope.checked-on-websocket'] },
  { dimensions: ['channel', 'operation'], rules: ['scope.devices-within-client'] },
  { dimensions: ['channel'], rules: ['scope.commands-within-devices', 'devices.remove'] },
  { dimensions: ['channel', 'place'], rules: ['devices.detail-is-live', 'devices.refresh-covers-all'] },
  { dimensions: ['channel', 'when'], rules: ['refresh.min-interval'] },
  {
    dimensions: ['channel'],
    rules: [
      'refresh.shared-budget',
      'refresh.across-clients',
      'refresh.retry-after-truthful',
      'refresh.rejection-is-free',
      'refresh.busy-is-free',
      'limits.rejection-is-free',
      'busy.released',
      'busy.refused-has-no-effect',
      'busy.per-device',
      'busy.across-channels',
      'busy.refresh-control',
    ],
  },
  { dimensions: ['channel', 'operation'], rules: ['busy.control-control', 'busy.one-at-a-time'] },
  {
    dimensions: ['channel', 'operation', 'when'],
    rules: [
      'idempotency.same-command-rest',
      'idempotency.same-command-websocket',
      'idempotency.no-second-execution',
    ],
  },
  {
    dimensions: ['channel'],
    rules: [
      'idempotency.across-channels',
      'idempotency.after-lost-response',
      'idempotency.in-flight',
      'idempotency.timeout-is-final',
      'idempotency.new-key-new-command',
      'idempotency.refused-is-not-remembered',
      'idempotency.reused-for-another-request',
      'idempotency.per-client',
      'commands.same-object-both-channels',
      'commands.shape',
    ],
  },
  { dimensions: ['channel', 'operation'], rules: ['commands.created-by-every-operation'] },
  { dimensions: ['channel', 'operation', 'when'], rules: ['commands.readable'] },
  { dimensions: ['channel', 'when'], rules: ['commands.terminal-stays'] },
  { dimensions: ['channel', 'place'], rules: ['relay.set-many', 'relay.jog-config', 'ws.state-get'] },
  { dimensions: ['channel', 'place', 'relays'], rules: ['relay.effect'] },
  { dimensions: ['place'], rules: ['relay.compatibility', 'events.input-changed', 'events.changes'] },
  { dimensions: ['place'], rules: ['events.not-for-analog'] },
  { dimensions: ['channel', 'when'], rules: ['rs485.baud-rate'] },
  { dimensions: ['channel', 'when'], rules: ['ws.ticket-once', 'events.every-connection'] },
  { dimensions: ['channel', 'place', 'relays'], rules: ['events.relay-changed'] },
  { dimensions: ['channel'], rules: ['events.not-for-config', 'events.not-for-solicited'] },
  {
    dimensions: ['when'],
    rules: [
      'events.online',
      'events.offline',
      'events.power-lost',
      'events.power-restored',
      'events.not-replayed',
    ],
  },
];

interface LeftOut {
  readonly rules: RegExp;
  readonly values: readonly DimensionValue[];
  readonly why: string;
}

/** The first entry that fits says why. */
export const LEFT_OUT_ROWS: readonly LeftOut[] = [
  {
    rules: /./,
    values: ['place: middle'],
    why: 'What is done for the first and the last channel goes the same way for those between them.',
  },
  {
    rules: /^(devices\.refresh-covers-all|ws\.state-get)$/,
    values: ['place: first'],
    why: 'A block that shows the last channel and has the right number of them has the first one.',
  },
  {
    rules: /^events\.not-for-analog$/,
    values: ['place: first'],
    why: 'An event for an analog input or a sensor does not depend on which of them it is; random programs set others.',
  },
  {
    rules: /^envelope\./,
    values: ['credential: in the wrong place'],
    why: 'It is refused as a wrong one is, and every trace is judged by these rules anyway.',
  },
  {
    rules:
      /^(auth\.invalid-credentials|ws\.ticket-needs-token|auth\.key-is-no-credential|ws\.ticket-required|auth\.invalid)$/,
    values: ['credential: none', 'credential: wrong', 'credential: in the wrong place'],
    why: 'Another rule is about that: auth.missing, auth.invalid, auth.key-is-no-credential and ws.ticket-required have one each.',
  },
  {
    rules: /^(idempotency|commands)\./,
    values: ['when: with another client'],
    why: 'A key belongs to its client: idempotency.per-client and scope.commands-within-devices are about others.',
  },
  {
    rules: /^(refresh\.min-interval|commands\.|rs485\.|ws\.ticket-once|events\.)/,
    values: [
      'when: after a reconnect',
      'when: with another token',
      'when: with another client',
      'when: seconds later',
    ],
    why: 'It makes no difference who asks by which token or connection, or random programs try it.',
  },
  {
    rules: /^idempotency\./,
    values: ['when: after a reconnect'],
    why: 'Over REST there is no connection that a key could belong to.',
  },
  {
    rules: /^idempotency\.no-second-execution$/,
    values: ['operation: device.rs485.transceive', 'operation: device.rs485.baudRate.set'],
    why: 'Whether bytes or a rate were sent twice shows only to a witness; random programs ask it.',
  },
  {
    rules: /^busy\.one-at-a-time$/,
    values: ['channel: ws', 'operation: device.rs485.baudRate.set', 'operation: device.relay.jogConfig.set'],
    why: 'busy.control-control tries each operation over each channel; this one is also held by every trace and by random programs.',
  },
  {
    rules: /^auth\.key-is-no-credential$/,
    values: ['operation: device.rs485.transceive', 'operation: device.relay.jogConfig.set'],
    why: 'A key is looked at in one place for all operations of REST; one of each permission is tried.',
  },
];
