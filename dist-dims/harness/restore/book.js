// The book of what a run may have changed. It only grows, and is stored before each change that it does not know yet.
import { emptyRecord, } from './record.js';
export function createRestoreBook(store, origin) {
    let content = emptyRecord(origin);
    let version = 1;
    let storedVersion = 0;
    let failure;
    let saving;
    const change = (to) => {
        content = to;
        version++;
    };
    const save = async () => {
        const saved = version;
        const why = await store.save(content);
        if (why === undefined)
            storedVersion = saved;
        failure ??= why;
        return why;
    };
    const saveOnce = () => {
        saving ??= save().finally(() => (saving = undefined));
        return saving;
    };
    const stored = async () => {
        const wanted = version;
        while (storedVersion < wanted) {
            // Changes that come while the disk is at work go together into the next write.
            const why = await saveOnce();
            if (why !== undefined)
                return why;
        }
        return undefined;
    };
    return {
        device: (before) => {
            const known = content.devices.find(({ deviceId }) => deviceId === before.deviceId);
            const merged = known ? merge(known, before) : before;
            if (known && sizeOf(known) === sizeOf(merged))
                return;
            change({ ...content, devices: [...content.devices.filter((each) => each !== known), merged] });
        },
        managed: (before) => {
            if (!content.managed)
                change({ ...content, managed: before });
        },
        stimulus: (left) => {
            if (content.stimuli.some(({ key }) => key === left.key))
                return;
            change({ ...content, stimuli: [...content.stimuli, left] });
        },
        stored,
        close: async () => {
            await saving;
            return store.remove();
        },
        get failure() {
            return failure;
        },
    };
}
function merge(known, { relays, jogged, jogDurations, baudRate }) {
    const rate = known.baudRate ?? baudRate;
    return {
        ...known,
        relays: [...known.relays, ...relays.filter(({ index }) => !knows(known.relays, index))],
        jogged: [...new Set([...known.jogged, ...jogged])],
        jogDurations: [
            ...known.jogDurations,
            ...jogDurations.filter(({ index }) => !knows(known.jogDurations, index)),
        ],
        ...(rate === undefined ? {} : { baudRate: rate }),
    };
}
function knows(values, index) {
    return values.some((each) => each.index === index);
}
function sizeOf({ relays, jogged, jogDurations, baudRate }) {
    return relays.length + jogged.length + jogDurations.length + (baudRate === undefined ? 0 : 1);
}
