// Which effects a profile permits, and the line to add for one that it does not.
import type { DeviceProfileEntry, ManagedDevice, Profile } from '../../profile/profile.js';
import { type Restriction, restrictionWords } from '../../profile/restriction.js';
import type { Act } from '../../profile/stimuli/catalogue.js';
import { isNoSuch } from '../../target/call.js';
import { isHex } from '../../../kernel/hex.js';
import type { Effect, EffectKind } from './effect.js';

export interface Permissions {
  readonly profile: Pick<Profile, 'devices' | 'management' | 'stimuli'>;
  readonly restriction: Restriction | undefined;
  /** Of all devices that exist, as far as that is known. */
  readonly ids: ReadonlySet<string>;
  /** All relays of a device, where that is known. */
  relaysOf(deviceId: string): readonly number[] | undefined;
}

const HARMLESS: Readonly<Partial<Record<EffectKind, true>>> = {
  read: true,
  session: true,
  refresh: true,
  witness: true,
};
/** What `--no-actuate` leaves out. */
const ACTUATES: ReadonlySet<EffectKind> = new Set(['switch', 'bytes']);

/** The one that the scenarios use, whatever a target calls its devices. */
const USUAL = 'device';

/** What is sent to such a device has no effect: nor does the rest of its identifier name a device that exists. */
function isInvented(deviceId: string, { ids }: Permissions): boolean {
  if (!isNoSuch(deviceId) || ids.has(deviceId)) return false;
  const rest = deviceId.replace(/^conform-no-such-/, '');
  return rest === USUAL || ![...ids].some((id) => id.length > 2 && rest.includes(id.toLowerCase()));
}

/** Why the effect must not come about, with the line of the profile that would allow it; undefined when it may. */
export function forbiddenBy(permissions: Permissions, effect: Effect): string | undefined {
  const { restriction } = permissions;
  if (HARMLESS[effect.kind]) return undefined;
  if (restriction !== undefined && isRestricted(restriction, effect)) return restrictionWords(restriction);
  switch (effect.kind) {
    case 'stimulus':
      return stimulusForbidden(permissions, effect);
    case 'manage':
      return managementForbidden(permissions, effect);
    default:
      return onDevice(permissions, effect);
  }
}

function isRestricted(restriction: Restriction, effect: Effect): boolean {
  if (restriction === 'read-only') return true;
  if (effect.kind === 'malformed') return ACTUATES.has(effect.of);
  if (effect.kind !== 'stimulus') return ACTUATES.has(effect.kind);
  return effect.relay !== undefined || effect.act.name === 'inject-rs485';
}

type OnDevice = Exclude<
  Effect,
  { readonly kind: 'read' | 'session' | 'refresh' | 'stimulus' | 'witness' | 'manage' }
>;

function onDevice(permissions: Permissions, effect: Effect): string | undefined {
  const { deviceId } = effect as OnDevice;
  if (deviceId === undefined || isInvented(deviceId, permissions)) return undefined;
  const found = Object.entries(permissions.profile.devices).find(([, each]) => each.deviceId === deviceId);
  const { management } = permissions.profile;
  if (!found && effect.kind === 'switch' && deviceId === management?.deviceId)
    return managedRelayForbidden(management, effect);
  if (!found) {
    const relay = 'relay' in effect && typeof effect.relay === 'number' ? String(effect.relay) : '';
    return (
      `device ${deviceId} is not in the profile; to have it exercised, add under devices: ` +
      `a-name: { deviceId: ${deviceId}, relays: [${relay}] }`
    );
  }
  const [name, device] = found;
  switch (effect.kind) {
    case 'switch':
    case 'jogDuration':
      return relayForbidden(name, device, effect.relay, permissions.relaysOf(deviceId));
    case 'bytes':
      return bytesForbidden(name, device, effect.data);
    case 'malformed':
      return malformedForbidden(name, device, effect.of);
    default:
      return undefined;
  }
}

function relayForbidden(
  name: string,
  { relays }: DeviceProfileEntry,
  relay: number | 'every',
  all: readonly number[] | undefined,
): string | undefined {
  const foreign = all?.filter((index) => !relays.includes(index));
  if (relay !== 'every') {
    // One that the device does not have: whichever a server takes it for is listed.
    const isNowhere = foreign?.length === 0 && relays.length > 0 && !all?.includes(relay);
    return relays.includes(relay) || isNowhere ? undefined : unlisted(name, relays, [relay]);
  }
  if (foreign?.length === 0 && relays.length > 0) return undefined;
  if (foreign === undefined || foreign.length === 0)
    return `any relay of device ${name} could be meant, and it is not known that all of them are listed in the profile`;
  return `any relay of device ${name} could be meant: ${unlisted(name, relays, foreign)}`;
}

/** It is never put back, so nothing but a plain command for one of its relays passes. */
function managedRelayForbidden(
  { deviceId, relays = [] }: ManagedDevice,
  { relay, jog }: Extract<Effect, { kind: 'switch' }>,
): string | undefined {
  if (typeof relay === 'number' && relays.includes(relay) && !jog) return undefined;
  const wanted = [...relays, ...(typeof relay === 'number' ? [relay] : [])].toSorted((a, b) => a - b);
  return (
    `relay ${relay} of the managed device ${deviceId} may not be switched; to have it tried once the device is ` +
    `removed, write management.relays: [${[...new Set(wanted)].join(', ')}]`
  );
}

function unlisted(name: string, relays: readonly number[], foreign: readonly number[]): string {
  const allowed = [...new Set([...relays, ...foreign])].toSorted((a, b) => a - b);
  return (
    `relay ${foreign.join(', ')} of device ${name} is not listed in the profile; to have it switched, write ` +
    `devices.${name}.relays: [${allowed.join(', ')}]`
  );
}

function bytesForbidden(
  name: string,
  { rs485 }: DeviceProfileEntry,
  data: string | undefined,
): string | undefined {
  const { answered, unanswered, echo = [] } = rs485 ?? {};
  if (data !== undefined && (data === answered || data === unanswered)) return undefined;
  if (data !== undefined && isHex(data) && echo.some((beginning) => data.startsWith(beginning)))
    return undefined;
  // None at all disturb nobody.
  if (rs485 && data === '') return undefined;
  const which = data === undefined ? 'which' : data || '(none)';
  return (
    `the bytes ${which} may not be put on the RS485 line of device ${name}; to allow them, ` +
    `write them as devices.${name}.rs485.answered or .unanswered, or how they begin as .echo`
  );
}

function malformedForbidden(
  name: string,
  { relays, rs485 }: DeviceProfileEntry,
  of: Extract<Effect, { kind: 'malformed' }>['of'],
): string | undefined {
  if (of === 'bytes' && rs485 === undefined)
    return `no bytes may be put on the RS485 line of device ${name}, and a malformed request could do just that`;
  if ((of === 'switch' || of === 'jogDuration') && relays.length === 0)
    return `no relay of device ${name} may be switched, and a malformed request could do just that`;
  return undefined;
}

function managementForbidden(
  permissions: Permissions,
  { deviceId, adds }: Extract<Effect, { kind: 'manage' }>,
): string | undefined {
  const { management } = permissions.profile;
  if (deviceId === management?.deviceId || (adds && deviceId === management?.serial)) return undefined;
  if (!adds && isInvented(deviceId, permissions)) return undefined;
  const offered = management ? `only ${management.deviceId}` : 'no device';
  return `device ${deviceId} is not added, removed or given a password: the profile offers ${offered} for it`;
}

function stimulusForbidden(
  { profile: { stimuli, devices }, relaysOf }: Permissions,
  { act, relay }: Extract<Effect, { kind: 'stimulus' }>,
): string | undefined {
  const declared = stimuli?.drivers[act.name];
  if (!declared && !stimuli?.control) return `the profile declares no driver for ${act.name}`;
  if (!act.device) return undefined;
  const entry = devices[act.device.name];
  if (entry?.deviceId !== act.device.deviceId)
    return `device ${act.device.name} (${act.device.deviceId}) is not in the profile`;
  if (declared?.devices && !declared.devices.includes(act.device.name))
    return `${act.name} is declared only for ${declared.devices.join(', ')}`;
  if (relay === undefined) return undefined;
  if (relay === 'every') return droppedRelays(act, entry, relaysOf(entry.deviceId));
  return relayForbidden(act.device.name, entry, relay, undefined);
}

/** Relays that are not listed would be changed, and not be put back. */
function droppedRelays(
  { name, device }: Act,
  { relays, deviceId }: DeviceProfileEntry,
  all: readonly number[] | undefined,
): string | undefined {
  const called = device?.name ?? deviceId;
  if (!all)
    return `${name} may change all relays of device ${called}, and it is not known which it has: it could not be read`;
  const foreign = all.filter((index) => !relays.includes(index));
  if (foreign.length === 0) return undefined;
  return `${name} may change all relays of device ${called}: ${unlisted(called, relays, foreign)}`;
}
