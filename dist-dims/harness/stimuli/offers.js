import { restrictionWords } from '../profile/restriction.js';
import { factsOf, isWitness } from '../profile/stimuli/catalogue.js';
const OK = { kind: 'ok' };
export function createOffers({ stimuli, devices }, { interactive, instead, restriction }) {
    const own = (name, device) => {
        const declared = stimuli?.drivers[name];
        if (restriction && isLeftOut(restriction, name, declared?.how.kind))
            return missing(restrictionWords(restriction));
        if (!declared)
            return stimuli?.control ? OK : missing(undeclared(name, instead));
        const { how } = declared;
        if (how.kind === 'prompt' && !interactive)
            return missing(`${name} is for the operator, and there is no terminal to ask at`);
        const works = how.kind === 'wiring'
            ? how.wires.map((wire) => wire.device)
            : (declared.devices ?? Object.keys(devices));
        if (device === undefined || works.includes(device))
            return OK;
        return missing(`${name} is declared only for ${works.join(', ')}`);
    };
    return (name, device) => {
        const offered = own(name, device);
        const { undoneBy } = factsOf(name);
        if (offered.kind === 'missing' || undoneBy === undefined || undoneBy === name)
            return offered;
        const back = own(undoneBy, device);
        if (back.kind === 'ok')
            return OK;
        return missing(`${name} needs ${undoneBy}, which puts it back: ${back.reason}`);
    };
}
/** A wire switches a relay; what is put on an RS485 line from outside is on it as well. */
function isLeftOut(restriction, name, how) {
    if (isWitness(name))
        return false;
    return restriction === 'read-only' || how === 'wiring' || name === 'inject-rs485';
}
function missing(reason) {
    return { kind: 'missing', reason };
}
function undeclared(name, instead) {
    return instead ?? `add under stimuli: "${factsOf(name).example}"`;
}
