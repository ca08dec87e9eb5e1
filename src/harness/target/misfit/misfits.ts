// What it means that something of a target does not fit the dialect: that the dialect is wrong, or that the target is.
// This is the only place that decides it.
import { commandIn } from '../command-in.js';
import { type Dialect, isUnknownWord, type Mismatch } from '../../../dialect/dialect.js';
import type { Call, MisfitBreach } from '../call.js';
import { isObject } from '../../../kernel/json.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { EventTopic } from '../../../contract/topics.js';
import type { Channel } from '../../../trace/record.js';

/**
 * @param asWritten the target is said to speak the dialect that comes with conform, which has every name as the
 *   interface or our documents write it: then what does not fit is wrong at once.
 * @param groups of the state of a device, as the dialect calls them: what has been read in the state of a device may
 *   not be missing in an event.
 */
export function createMisfits(asWritten: boolean, groups: StateGroups = NO_GROUPS) {
  const fitted = new Set<MessageForm>();
  const first = new Map<MessageForm, Mismatch>();
  const seen = new Set<MessageForm>();
  let claimed = asWritten;

  const isBreach = (form: MessageForm, mismatch: Mismatch): boolean => {
    if (isFixed(form, mismatch)) return true;
    if (mismatch.optional) return false;
    if (fitted.has('device state') && (isMissingGroup(form, mismatch) || isOfGroup(groups, form, mismatch)))
      return true;
    // A word that a dialect leaves out is missing in the dialect, whatever else has fitted.
    return claimed || (fitted.has(form) && !isUnknownWord(mismatch));
  };
  const isMissingGroup = (form: MessageForm, { actual, declaredAt }: Mismatch): boolean =>
    form === 'event device.state.changed' && actual === 'nothing' && groups.places.has(declaredAt);
  const breaches = (
    form: MessageForm,
    mismatches: readonly Mismatch[],
    data: unknown,
  ): readonly MisfitBreach[] => {
    const lacking = form.startsWith('device state') && lacksGroup(groups, mismatches, data);
    return mismatches
      .filter((mismatch) => (lacking && !mismatch.optional) || isBreach(form, mismatch))
      .slice(0, MOST_BREACHES)
      .map((mismatch) => ({
        rule: ruleOfForm(form, mismatch, data),
        expected: `${mismatch.pointer || 'the frame'}: ${mismatch.expected} (${form}, ${mismatch.declaredAt})`,
        actual: mismatch.actual,
      }));
  };
  return {
    /**
     * Something of this form came. What does not fit is a problem of the dialect as long as nothing of the form has
     * fitted, and the target's breach afterwards.
     * @param data of the reply or event, as they came.
     * @returns the breaches in it.
     */
    see: (form: MessageForm, mismatches: readonly Mismatch[], data: unknown) => {
      seen.add(form);
      // What a device may have none of may have another name: that shows nothing of the dialect.
      if (mismatches.every(({ optional, none }) => optional && !none)) fitted.add(form);
      const found = breaches(form, mismatches, data);
      const [own] = found.length > 0 ? [] : mismatches.filter(({ optional, none }) => !optional || !none);
      if (own && !first.has(form)) first.set(form, own);
      return found;
    },

    /** The same of what was seen before, by what is known now. */
    breaches,

    /** The dialect is known to be right about the form. */
    isKnown: (form: MessageForm) => claimed || fitted.has(form),

    /** Forms that were seen, and how many of them have fitted. */
    count: () => ({ seen: seen.size, fitted: fitted.size }),

    /** Each form once that nothing of the target has fitted, with the first place that did not fit; none is a breach. */
    ofDialect: () => [...first].map(([form, mismatch]) => ({ form, mismatch })),

    /** The target turns out to speak another dialect than the usual one. */
    renounce: () => {
      claimed = false;
    },
  };
}

/** Of one reply or event. */
const MOST_BREACHES = 3;

// The forms of the wire that a dialect gives, and what the interface says of each: the rule that it breaks where a
// target does not keep to it.

export type MessageForm =
  | 'access token'
  | 'device list'
  | 'device state'
  | 'device state over WebSocket'
  | 'device configuration'
  | 'list of device profiles'
  | 'command'
  | 'added device'
  | 'ticket'
  | 'frame of an event'
  | `event ${EventTopic}`;

const FORM_OF_REPLY = {
  createToken: 'access token',
  listDevices: 'device list',
  refresh: 'device state',
  readConfig: 'device configuration',
  listProfiles: 'list of device profiles',
  readCommand: 'command',
  operate: 'command',
  addDevice: 'added device',
  createTicket: 'ticket',
} as const satisfies Partial<Record<Call['name'], MessageForm>>;

export type FormOfReply = (typeof FORM_OF_REPLY)[keyof typeof FORM_OF_REPLY] | 'device state over WebSocket';

/** The form of the data of a successful reply; undefined where the interface and the dialect give none. */
export function formOfReply({ name }: Call, channel: Channel): FormOfReply | undefined {
  // The interface does not say that both channels show it alike.
  if (name === 'refresh' && channel === 'ws') return 'device state over WebSocket';
  return name in FORM_OF_REPLY ? FORM_OF_REPLY[name as keyof typeof FORM_OF_REPLY] : undefined;
}

/** The rule that says what the part of the form is. */
const RULE_OF: Readonly<Record<MessageForm, RuleId | ((mismatch: Mismatch, data: unknown) => RuleId)>> = {
  'access token': 'auth.token-shape',
  'device list': 'devices.list',
  'device state': 'devices.refresh-covers-all',
  'device state over WebSocket': 'ws.state-get',
  'device configuration': 'devices.config-read',
  'list of device profiles': 'devices.profiles',
  command: (mismatch, data) =>
    isOtherTimeout(mismatch) ? 'rs485.timeout' : ruleOfCommand(mismatch.pointer, data),
  'added device': 'devices.add',
  ticket: 'ws.ticket-issued',
  'frame of an event': 'events.changes',
  'event device.state.changed': ({ pointer }) =>
    pointer.includes('/peripherals') ? 'events.peripherals' : 'events.changes',
  'event device.connection.online': 'events.online',
  'event device.connection.offline': 'events.offline',
  'event device.power.lost': 'events.power-lost',
  'event device.power.restored': 'events.power-restored',
  'event device.rs485.received': 'events.rs485-received',
};

function ruleOfForm(form: MessageForm, mismatch: Mismatch, data: unknown): RuleId {
  const rule = RULE_OF[form];
  return typeof rule === 'string' ? rule : rule(mismatch, data);
}

/** A status that says TIMEOUT in another word: of all statuses, the interface gives this one (interface: Command status). */
function isOtherTimeout({ pointer, actual }: Mismatch): boolean {
  return pointer === '/data/command/status' && /^"time.?d?.?out"$/i.test(actual);
}

/** A result is what its operation yields. */
function ruleOfCommand(pointer: string, data: unknown): RuleId {
  const { operation } = commandIn(data) ?? {};
  const isResult = /^\/data\/command\/result(\/|$)/.test(pointer);
  return isResult && operation === 'device.rs485.transceive' ? 'rs485.transceive' : 'commands.shape';
}

/** What the interface itself says of the form: no dialect can give it another name or type. */
function isFixed(form: MessageForm, mismatch: Mismatch): boolean {
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

// A group of the state of a device that is missing, where nothing in the reply could be that group under another name:
// then it is not the dialect that has the wrong word (devices.refresh-covers-all).

/** How a dialect writes the groups of the state of a device. */
export interface StateGroups {
  /** Where it names them: what is missing in an empty object. */
  readonly places: ReadonlySet<string>;
  /** What it names them. */
  readonly named: ReadonlySet<string>;
  /** Names on the wire that it knows in the state of a device. */
  readonly names: ReadonlySet<string>;
}

const NO_GROUPS: StateGroups = { places: new Set(), named: new Set(), names: new Set() };

export function stateGroupsOf({ shapes, namesOf }: Pick<Dialect, 'shapes' | 'namesOf'>): StateGroups {
  const decoded = shapes.peripherals.decode({}, '');
  const missing = decoded.ok ? [] : decoded.mismatches;
  return {
    places: new Set(missing.map(({ declaredAt }) => declaredAt)),
    named: new Set(missing.flatMap(({ pointer }) => pointer.split('/').at(-1) ?? [])),
    names: new Set(namesOf('peripherals')),
  };
}

/** Only what stands around the groups may be another over WebSocket. */
function isOfGroup(groups: StateGroups, form: MessageForm, mismatch: Mismatch): boolean {
  const { pointer, actual, declaredAt } = mismatch;
  return (
    form === 'device state over WebSocket' &&
    pointer.split('/').some((name) => groups.named.has(name)) &&
    !(actual === 'nothing' && groups.places.has(declaredAt))
  );
}

/**
 * All that does not fit are groups that are missing beside others, and no other content of their kind stands beside
 * them.
 * @param mismatches of one reply. @param data its `data`, as it came.
 */
function lacksGroup(groups: StateGroups, mismatches: readonly Mismatch[], data: unknown): boolean {
  const needed = mismatches.filter(({ optional }) => !optional);
  return needed.length > 0 && needed.every((each) => isGoneFrom(groups, each, data));
}

function isGoneFrom(
  { places, names }: StateGroups,
  { pointer, actual, declaredAt }: Mismatch,
  data: unknown,
): boolean {
  const path = pointer.split('/').slice(1);
  if (actual !== 'nothing' || !places.has(declaredAt) || path[0] !== 'data') return false;
  const around = path.slice(1, -1).reduce((into, name) => (isObject(into) ? into[name] : undefined), data);
  if (!isObject(around)) return false;
  const [known, unread] = [true, false].map((wanted) =>
    Object.entries(around)
      .filter(([name]) => names.has(name) === wanted)
      // Lists and objects may stand for one another in a group.
      .map(([, content]) => (content === null ? 'null' : typeof content)),
  );
  return known !== undefined && known.length > 0 && !unread?.some((kind) => known.includes(kind));
}
