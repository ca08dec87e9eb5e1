// A step in a few words, for reports: `refresh plant via events`.
import { show } from './show.js';
/** Fields that tell steps of one verb apart. */
const TELLING = [
    'relays',
    'data',
    'to',
    'device',
    'input',
    'analogInput',
    'sensor',
    'active',
    'on',
    'key',
    'client',
    'ticket',
    'via',
    'authenticate',
];
export function labelOf(verb, fields) {
    const value = fields[verb];
    const head = value === undefined || value === null || Array.isArray(value) ? verb : `${verb} ${show(value)}`;
    const told = TELLING.filter((field) => fields[field] !== undefined).map((field) => `${field} ${show(fields[field])}`);
    return [head, ...told, ...(fields['cut'] === true ? ['cut'] : [])].join(' ');
}
