// What another run has left behind is to be put back by this one, as far as the profile allows it.
import type { DeviceBefore, RestoreRecord } from '../restore/record.js';
import type { Profile } from '../profile/profile.js';
import { adoptDevice, type EffectHistory } from './effect-history.js';
import type { ManagementKeeper } from './management.js';

export interface Adopting {
  readonly profile: Pick<Profile, 'devices'>;
  readonly historyOf: (deviceId: string) => EffectHistory | undefined;
  readonly management: ManagementKeeper | undefined;
  /** Clock time in ms. */
  readonly now: number;
}

/** In words what the profile does not allow to be put back. */
export function adoptRecord(
  { devices, managed }: RestoreRecord,
  { profile, historyOf, management, now }: Adopting,
): readonly string[] {
  const left: string[] = [];
  for (const before of devices) {
    const device = historyOf(before.deviceId);
    const { allowed, forbidden } = permitted(before, device && profile.devices[device.name]?.relays);
    left.push(...forbidden);
    if (device) adoptDevice(device, allowed, now);
  }
  if (managed && managed.deviceId === management?.deviceId()) management.adopt(managed, now);
  else if (managed) left.push(unmanaged(managed));
  return left;
}

interface Permitted {
  readonly allowed: DeviceBefore;
  readonly forbidden: readonly string[];
}

/** @param relays those that may be switched; undefined when the profile does not name the device. */
function permitted(before: DeviceBefore, relays: readonly number[] | undefined): Permitted {
  const { name, deviceId, baudRate } = before;
  const may = ({ index }: { readonly index: number }): boolean => relays?.includes(index) ?? false;
  const toAdd =
    relays === undefined
      ? `device ${deviceId} is not in the profile any more`
      : `the profile does not list it under devices.${name}.relays any more`;
  return {
    allowed: {
      ...before,
      relays: before.relays.filter(may),
      jogged: before.jogged.filter((index) => may({ index })),
      jogDurations: before.jogDurations.filter(may),
    },
    forbidden: [
      ...before.relays
        .filter((each) => !may(each))
        .map(
          ({ index, on }) => `relay ${index} of ${name} was ${on ? 'on' : 'off'} before the run; ${toAdd}`,
        ),
      ...before.jogDurations
        .filter((each) => !may(each))
        .map(
          ({ index, jogDuration }) =>
            `the jog duration of relay ${index} of ${name} was ${jogDuration} ms before the run; ${toAdd}`,
        ),
      ...(relays === undefined && baudRate !== undefined
        ? [`the baud rate of ${name} was ${baudRate} before the run; ${toAdd}`]
        : []),
    ],
  };
}

function unmanaged({ deviceId, listed, passwordEnv }: NonNullable<RestoreRecord['managed']>): string {
  const was = listed ? 'was listed' : 'was not listed';
  const variable = passwordEnv === undefined ? '' : ` (its password was in ${passwordEnv})`;
  return `${deviceId} ${was} before the run; it is not under management in the profile any more${variable}`;
}
