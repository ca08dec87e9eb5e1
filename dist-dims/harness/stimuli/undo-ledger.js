import { subjectOf } from '../profile/stimuli/act.js';
import { factsOf, STIMULI } from '../profile/stimuli/catalogue.js';
export function createUndoLedger() {
    const initial = new Map();
    const pending = new Map();
    return {
        noteInitial: (deviceId, peripherals) => {
            if (!initial.has(deviceId))
                initial.set(deviceId, peripherals);
        },
        begin: (act) => {
            const { undoneBy } = factsOf(act.name);
            if (undoneBy === undefined)
                return { ok: true };
            const key = keyOf(act);
            const known = pending.get(key);
            if (known)
                return { ok: true, left: { key, undo: known } };
            const undo = undoneBy === act.name ? before(act, initial) : { ...act, name: undoneBy };
            if (!undo) {
                const why = `nobody knows how ${subjectOf(act)} was before, so it could not be put back`;
                return { ok: false, why };
            }
            pending.set(key, undo);
            return { ok: true, left: { key, undo } };
        },
        adopt: ({ key, undo }) => {
            if (!pending.has(key))
                pending.set(key, undo);
        },
        done: (act) => {
            const key = keyOf(act);
            const undo = pending.get(key);
            if (undo?.name === act.name && undo.active === act.active && undo.value === act.value)
                pending.delete(key);
        },
        pending: () => [...pending].map(([key, undo]) => ({ key, undo })).toReversed(),
    };
}
/** The same for what cuts and what restores: one thing that can be left behind. */
function keyOf(act) {
    return `${CAUSES.get(act.name) ?? act.name} ${subjectOf(act)}`;
}
const CAUSES = new Map(Object.keys(STIMULI).flatMap((name) => {
    const { undoneBy } = STIMULI[name];
    return undoneBy === undefined ? [] : [[undoneBy, name]];
}));
/** The act with the value of before the run; undefined when that is not known. */
function before(act, initial) {
    const found = initial.get(act.device?.deviceId ?? '');
    switch (act.name) {
        case 'set-input': {
            const input = found?.digitalInputs.find(({ index }) => index === act.index);
            return input && { ...act, active: input.active };
        }
        case 'set-analog': {
            const analog = found?.analogInputs.find(({ index }) => index === act.index);
            return analog && { ...act, value: analog.value };
        }
        case 'set-sensor': {
            const sensor = found?.sensors.find(({ key }) => key === act.key);
            return sensor && { ...act, value: sensor.value };
        }
        default:
            return undefined;
    }
}
