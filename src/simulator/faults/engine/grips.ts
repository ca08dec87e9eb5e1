// Things that several faults may hold at the same time, such as a cut power supply: let go by the last one,
// and only if it was a fault that took hold.
import type { SimulatedDevice } from '../../device/device.js';
import type { World } from './world.js';

/** Takes hold and returns the way to let go, which may be called twice. */
export type Grip = (key: string) => () => void;

export interface Grips {
  readonly link: Grip;
  readonly power: Grip;
  readonly client: Grip;
}

/** @param apply false when it was so already: then nobody undoes it. */
function createGrip(apply: (key: string) => boolean, undo: (key: string) => void): Grip {
  const held = new Map<string, { holders: number; readonly ours: boolean }>();
  return (key) => {
    const hold = held.get(key) ?? { holders: 0, ours: apply(key) };
    held.set(key, hold);
    hold.holders++;
    let holding = true;
    return () => {
      if (!holding) return;
      holding = false;
      hold.holders--;
      if (hold.holders > 0) return;
      held.delete(key);
      if (hold.ours) undo(key);
    };
  };
}

/** The grips on devices and clients of a world that may come later. */
export function createWorldGrips(world: () => World): Grips {
  const device = (id: string): SimulatedDevice | undefined => world().fleet.get(id);
  return {
    link: createGrip(
      (id) => {
        const was = device(id)?.physical().linked ?? false;
        device(id)?.stimuli.dropLink();
        return was;
      },
      (id) => device(id)?.stimuli.restoreLink(),
    ),
    power: createGrip(
      (id) => {
        const was = device(id)?.physical().powered ?? false;
        device(id)?.stimuli.cutPower();
        return was;
      },
      (id) => device(id)?.stimuli.restorePower(),
    ),
    client: createGrip(
      (id) => {
        const was = world().ports.access.stillEnabled(id).ok;
        world().ports.access.setDisabled(id, true);
        return was;
      },
      (id) => void world().ports.access.setDisabled(id, false),
    ),
  };
}
