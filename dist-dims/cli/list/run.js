import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
const LISTS = {
    rules: async () => (await import('./rules.js')).listRules,
    scenarios: async () => (await import('./scenarios.js')).listScenarios,
    variants: async () => (await import('./variants.js')).listVariants,
};
export async function printList(what, json, io) {
    const of = await LISTS[what]();
    const list = await of(io);
    if (!list.ok) {
        complain(io, list.complaints);
        return EXIT.usage;
    }
    if (json)
        io.out.document(`${JSON.stringify(list.value.data, null, 2)}\n`, 'json');
    else
        io.out.write(list.value.text);
    return EXIT.passed;
}
