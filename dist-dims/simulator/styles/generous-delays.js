// Announced delays that are longer than needed.
import { announce } from './announce.js';
export function generousDelays() {
    return {
        id: 'generous-delays',
        summary: 'A rejection announces three seconds more than are needed.',
        because: 'The actual delay is the one announced; after it the request is served, and sooner it may be.',
        ...announce((needed) => ({ data: needed + 3, header: needed + 3 })),
    };
}
