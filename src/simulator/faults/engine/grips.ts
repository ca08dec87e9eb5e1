// States that several faults may cause at the same time, such as a cut power supply. The last fault that ends undoes
// the state, unless it was there before the first one began.
import type { SimulatedDevice } from '../../device/device.js';
import type { Grip, Grips, World } from './site.js';

/** @param apply returns false when the state was there already; then it is not undone. */
function createGrip(
  apply: (key: string) => boolean,
  undo: (key: string) => void,
): { readonly grip: Grip; isHeld(key: string): boolean } {
  const held = new Map<string, { holders: number; readonly ours: boolean }>();
  const grip: Grip = (key) => {
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
  return { grip, isHeld: (key) => held.get(key)?.ours ?? false };
}

/** The grips on devices and clients of a world that may come later. */
export function createWorldGrips(world: () => World): Grips {
  const device = (id: string): SimulatedDevice | undefined => world().fleet.get(id);
  const grips = {
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
  const { link, power, client } = grips;
  return {
    link: link.grip,
    power: power.grip,
    client: client.grip,
    isHeld: (what, key) => grips[what].isHeld(key),
  };
}
