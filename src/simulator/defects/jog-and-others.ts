// A device has one timer for all of its jogs, and each command on another relay disturbs it.
import type { RelayChange } from '../../contract/schemas/command.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';

export const jogNeverEnds = (): Defect =>
  jogWithOthers(
    'jog-never-ends',
    'A relay stays on for good when another relay is switched while it jogs.',
    'on',
  );

export const jogEndsEarly = (): Defect =>
  jogWithOthers('jog-ends-early', 'A jog ends as soon as another relay of the device is switched.', 'off');

/** @param becomes what the jogging relay is told when a command comes for another one. */
function jogWithOthers(id: string, summary: string, becomes: 'on' | 'off'): Defect {
  return { id, rule: 'relay.effect', summary, ...disturbedJogs(becomes) };
}

function disturbedJogs(action: 'on' | 'off'): Pick<Decoration, 'devices'> {
  return {
    devices: (devices, { clock }) => {
      const jogs = new Map<string, number>();
      const nameOf = (deviceId: string, index: number): string => `${deviceId} ${index}`;
      return {
        ...devices,
        find: (deviceId) => {
          const device = devices.find(deviceId);
          if (!device) return undefined;
          const disturbed = (relays: readonly RelayChange[]): RelayChange[] =>
            device
              .config()
              .relays.filter(({ index }) => relays.every((change) => change.index !== index))
              .filter(({ index }) => (jogs.get(nameOf(deviceId, index)) ?? 0) > clock.now())
              .map(({ index }) => ({ index, action }));
          const note = (relays: readonly RelayChange[]): void => {
            for (const { index, action: asked } of relays) {
              const lasts = device.config().relays.find((relay) => relay.index === index)?.jogDuration ?? 0;
              jogs.set(nameOf(deviceId, index), asked === 'jog' ? clock.now() + lasts : 0);
            }
          };
          return {
            ...device,
            perform: async (operation) => {
              if (operation.name !== 'device.relay.set') return device.perform(operation);
              const { relays } = operation.params;
              const params = { relays: [...relays, ...disturbed(relays)] };
              const outcome = await device.perform({ ...operation, params });
              note(relays);
              return outcome;
            },
          };
        },
      };
    },
  };
}
