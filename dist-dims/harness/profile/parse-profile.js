import { problemAt, validate } from '../../document/validate.js';
import { readYaml } from '../../document/yaml-document.js';
import { readAddresses } from './addresses.js';
import { readClients } from './clients.js';
import { profileSchema } from './profile-schema.js';
import { readDevices } from './devices.js';
import { readManagement } from './management.js';
import { readWaivers } from './waivers.js';
import { readStimuli } from './stimuli/read-stimuli.js';
/** @param file name under which problems are reported; the profile is called after it unless it has a name. */
export function parseProfile(text, file, sources) {
    const document = readYaml(text, file);
    if (!document.ok)
        return document;
    const valid = validate(document.value, profileSchema);
    if (!valid.ok)
        return valid;
    return build(document.value, valid.value, sources);
}
function build(document, file, sources) {
    const problems = [];
    const addresses = readAddresses(document, file, problems);
    const clients = readClients(document, file, sources.environment, problems);
    checkNames(document, file, problems);
    const devices = readDevices(document, file, problems);
    const management = readManagement(document, file, sources.environment, problems);
    const waivers = readWaivers(document, file, problems);
    const stimuli = file.stimuli &&
        readStimuli(file.stimuli, {
            document,
            environment: sources.environment,
            folder: sources.folder,
            devices,
            insecure: file.tls.insecure,
            problems,
        });
    const ca = readCa(document, file, sources, problems);
    if (problems.length > 0)
        return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
    return {
        ok: true,
        value: {
            name: file.name ?? nameOf(document.file),
            ...addresses,
            tls: { insecure: file.tls.insecure, ...(ca === undefined ? {} : { ca }) },
            ...(file.dialect === undefined ? {} : { dialect: file.dialect }),
            clients,
            devices,
            requestsPerSecond: file.requestsPerSecond,
            patience: file.patience,
            ...(file.longestWait !== undefined && { longestWait: file.longestWait }),
            ...(file.without && { without: file.without }),
            ...(file.shared && { shared: true }),
            ...(stimuli && { stimuli }),
            ...(management && { management }),
            ...(waivers.length > 0 && { waivers }),
        },
    };
}
const NAME = /^[A-Za-z][\w-]{0,63}$/;
/** Names stand in reports and in scenarios, so they are kept plain. */
function checkNames(document, file, problems) {
    for (const key of ['clients', 'devices']) {
        for (const name of Object.keys(file[key])) {
            if (NAME.test(name))
                continue;
            problems.push({
                ...document.placeOfKey([key, name]),
                message: `"${name}" cannot be a name`,
                hint: 'A name begins with a letter, and goes on with letters, digits, - and _.',
            });
        }
    }
}
function readCa(document, { tls }, { readFile }, problems) {
    if (tls.ca === undefined)
        return undefined;
    const text = readFile?.(tls.ca);
    const complain = (message, hint) => {
        problems.push(problemAt(document, ['tls', 'ca'], message, hint));
    };
    if (text === undefined)
        complain(`cannot read the file ${tls.ca}`, 'The path starts from the folder of the profile.');
    else if (!text.includes('-----BEGIN CERTIFICATE-----'))
        complain(`${tls.ca} holds no certificate`, 'Expected PEM text: -----BEGIN CERTIFICATE----- and so on.');
    return text;
}
/** `profiles/bench.yaml` -> `bench`. */
function nameOf(file) {
    return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/, '');
}
