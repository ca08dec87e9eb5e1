// Stimuli that tell safety which devices they change: what was seen of these before holds no longer, and their relays
// may have to be put back, since a device that loses its power drops them.
import { failed } from '../profile/stimuli/act.js';
import { isWitness } from '../profile/stimuli/catalogue.js';
export function watched(stimuli, safety) {
    return {
        undoAll: stimuli.undoAll,
        open: (target) => {
            const session = stimuli.open(target);
            const changed = new Set();
            const tell = () => changed.forEach((deviceId) => safety?.disturbed?.(deviceId));
            return {
                ...session,
                act: async (act, signal) => {
                    if (!act.device || isWitness(act.name))
                        return session.act(act, signal);
                    const { deviceId } = act.device;
                    changed.add(deviceId);
                    const why = await safety?.beforeStimulus?.(deviceId, signal);
                    if (why !== undefined)
                        return failed(why);
                    try {
                        return await session.act(act, signal);
                    }
                    finally {
                        tell();
                    }
                },
                undo: async (signal) => {
                    try {
                        return await session.undo(signal);
                    }
                    finally {
                        tell();
                    }
                },
            };
        },
    };
}
