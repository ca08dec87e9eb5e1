/** @param apply returns false when the state was there already; then it is not undone. */
function createGrip(apply, undo) {
    const held = new Map();
    return (key) => {
        const hold = held.get(key) ?? { holders: 0, ours: apply(key) };
        held.set(key, hold);
        hold.holders++;
        let holding = true;
        return () => {
            if (!holding)
                return;
            holding = false;
            hold.holders--;
            if (hold.holders > 0)
                return;
            held.delete(key);
            if (hold.ours)
                undo(key);
        };
    };
}
/** The grips on devices and clients of a world that may come later. */
export function createWorldGrips(world) {
    const device = (id) => world().fleet.get(id);
    return {
        link: createGrip((id) => {
            const was = device(id)?.physical().linked ?? false;
            device(id)?.stimuli.dropLink();
            return was;
        }, (id) => device(id)?.stimuli.restoreLink()),
        power: createGrip((id) => {
            const was = device(id)?.physical().powered ?? false;
            device(id)?.stimuli.cutPower();
            return was;
        }, (id) => device(id)?.stimuli.restorePower()),
        client: createGrip((id) => {
            const was = world().ports.access.stillEnabled(id).ok;
            world().ports.access.setDisabled(id, true);
            return was;
        }, (id) => void world().ports.access.setDisabled(id, false)),
    };
}
