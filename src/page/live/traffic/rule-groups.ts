// Which rules of the interface an exchange is under, by the beginnings of their ids.
import type { ExchangeEntry } from '../store/traffic-entry.js';

const OF_ENDPOINT: Readonly<Record<string, readonly string[]>> = {
  'token.create': ['auth.token', 'auth.invalid-credentials', 'auth.disabled-client'],
  'devices.list': ['devices.list', 'scope.devices-within-client'],
  'devices.read': ['devices.detail', 'devices.unknown', 'refresh.'],
  'device.state.get': ['devices.detail', 'ws.state-get', 'refresh.'],
  'devices.config': ['devices.config-read'],
  'profiles.list': ['devices.profiles'],
  'commands.read': ['commands.'],
  'devices.add': ['devices.add'],
  'devices.remove': ['devices.remove'],
  'devices.password': ['devices.password'],
  'ticket.create': ['ws.ticket'],
  'session.ping': ['ws.ping'],
};

const OF_OPERATION: Readonly<Record<string, readonly string[]>> = {
  'device.relay.set': ['relay.effect', 'relay.set-many', 'events.relay-changed'],
  'device.rs485.transceive': ['rs485.transceive', 'rs485.timeout'],
  'device.rs485.baudRate.set': ['rs485.baud-rate', 'events.not-for-config'],
  'device.relay.jogConfig.set': ['relay.jog-config', 'events.not-for-config'],
};

const OF_CODE: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMITED: ['limits.'],
  DEVICE_BUSY: ['busy.'],
  AUTH_SCOPE_DENIED: ['scope.denied', 'scope.required-scope-named'],
  AUTH_INVALID: ['auth.missing', 'auth.invalid', 'auth.expired'],
  APP_DISABLED: ['auth.disabled-client'],
};

const COMMANDS = ['commands.created', 'idempotency.', 'busy.one-at-a-time'];

export function ruleGroupsFor({ request, reply }: ExchangeEntry): readonly string[] {
  const operation = request.operation;
  return [
    ...(OF_ENDPOINT[request.what] ?? []),
    ...(operation ? [...(OF_OPERATION[operation.name] ?? []), ...COMMANDS] : []),
    ...(OF_CODE[reply?.code ?? ''] ?? []),
    ...(request.channel === 'ws' ? ['ws.correlation', 'ws.reply-shape'] : ['envelope.json', 'version.']),
  ];
}
