// The forms of the wire that a dialect gives, and what the interface says of each: the rule that it breaks where a
// target does not keep to it.
import { isObject } from '../../../kernel/json.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { EventTopic } from '../../../contract/topics.js';
import type { Mismatch } from '../../../dialect/dialect.js';
import type { Channel } from '../../../trace/record.js';
import type { Call } from '../call.js';

export type MessageForm =
  | 'access token'
  | 'device list'
  | 'device state'
  | 'device configuration'
  | 'list of device profiles'
  | 'command'
  | 'added device'
  | 'ticket'
  | 'frame of an event'
  | `event ${EventTopic}`;

/** The form of the data of a successful reply; undefined where the interface and the dialect give none. */
export function formOfReply({ name }: Call): MessageForm | undefined {
  switch (name) {
    case 'createToken':
      return 'access token';
    case 'listDevices':
      return 'device list';
    case 'refresh':
      return 'device state';
    case 'readConfig':
      return 'device configuration';
    case 'listProfiles':
      return 'list of device profiles';
    case 'readCommand':
    case 'operate':
      return 'command';
    case 'addDevice':
      return 'added device';
    case 'createTicket':
      return 'ticket';
    default:
      return undefined;
  }
}

/** Where the data are, and what they are about. */
export interface FormPlace {
  readonly channel: Channel;
  /** As it came. */
  readonly data: unknown;
}

/** The rule that says what the part of the form is. */
export function ruleOfForm(form: MessageForm, mismatch: Mismatch, { channel, data }: FormPlace): RuleId {
  switch (form) {
    case 'access token':
      return 'auth.token-shape';
    case 'device list':
      return 'devices.list';
    case 'device state':
      return channel === 'ws' ? 'ws.state-get' : 'devices.refresh-covers-all';
    case 'device configuration':
      return 'devices.config-read';
    case 'list of device profiles':
      return 'devices.profiles';
    case 'command':
      return isOtherTimeout(mismatch) ? 'rs485.timeout' : ruleOfCommand(mismatch.pointer, data);
    case 'added device':
      return 'devices.add';
    case 'ticket':
      return 'ws.ticket-issued';
    case 'event device.state.changed':
      return mismatch.pointer.includes('/peripherals') ? 'events.peripherals' : 'events.changes';
    case 'frame of an event':
      return 'events.changes';
    default:
      return RULE_OF_EVENT[form];
  }
}

const RULE_OF_EVENT = {
  'event device.connection.online': 'events.online',
  'event device.connection.offline': 'events.offline',
  'event device.power.lost': 'events.power-lost',
  'event device.power.restored': 'events.power-restored',
  'event device.rs485.received': 'events.rs485-received',
} as const satisfies Record<Exclude<MessageForm & `event ${string}`, 'event device.state.changed'>, RuleId>;

/** A status that says TIMEOUT in another word: of all statuses, the interface gives this one (interface: Command status). */
function isOtherTimeout({ pointer, actual }: Mismatch): boolean {
  return pointer === '/data/command/status' && /^"time.?d?.?out"$/i.test(actual);
}

/** A result is what its operation yields. */
function ruleOfCommand(pointer: string, data: unknown): RuleId {
  const command = isObject(data) ? data['command'] : undefined;
  const operation = isObject(command) ? command['operation'] : undefined;
  const isResult = /^\/data\/command\/result(\/|$)/.test(pointer);
  return isResult && operation === 'device.rs485.transceive' ? 'rs485.transceive' : 'commands.shape';
}

/** What the interface itself says of the form: no dialect can give it another name or type. */
export function isFixed(form: MessageForm, mismatch: Mismatch): boolean {
  const { pointer, actual, declaredAt } = mismatch;
  if (form === 'access token' || declaredAt === 'the interface') return true;
  // What a reply without any data lacks has no name that a dialect could have wrong. An addition may have none.
  if (pointer === '/data' && actual === 'nothing') return form !== 'added device';
  if (form === 'event device.state.changed')
    return actual === 'nothing' && /\/(changes|peripherals)$/.test(pointer);
  const missing = actual === 'nothing' || !/^["\dtf-]/.test(actual);
  if (form === 'device list') return pointer === '/data' || pointer === '/data/devices';
  if (form !== 'command') return false;
  if (isOtherTimeout(mismatch)) return true;
  return missing && /^\/data(\/command(\/(operation|params|status))?)?$/.test(pointer);
}
