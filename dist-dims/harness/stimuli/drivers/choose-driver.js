import { isWitness } from '../../profile/stimuli/catalogue.js';
import { commandDriver } from './command.js';
import { controlDriver } from './control.js';
import { httpDriver } from './http.js';
import { wiringDriver } from './wiring.js';
export function chooseDriver(name, parts) {
    const { profile, dispatcher, prompts, ...wiring } = parts;
    const { stimuli, patience } = profile;
    const way = { dispatcher, clock: parts.target.clock };
    const declared = stimuli?.drivers[name];
    if (!declared)
        return stimuli?.control && { driver: controlDriver(stimuli.control, way), timeout: patience };
    const { how, timeout } = declared;
    const witness = isWitness(name);
    switch (how.kind) {
        case 'http':
            return { driver: httpDriver(how, way), timeout };
        case 'command':
            return { driver: commandDriver(how, { folder: stimuli.folder, witness }), timeout };
        case 'prompt':
            return prompts && { driver: prompts(how, witness), timeout };
        case 'wiring':
            return { driver: wiringDriver(how, { ...wiring, profile }), timeout: timeout + patience };
        default:
            return how;
    }
}
