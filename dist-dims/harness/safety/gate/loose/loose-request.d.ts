import type { HttpRequest } from '../../../target/transport.js';
import type { LooseMessage } from './read-loose.js';
export declare function looseRequest({ method, path, headers, body, }: HttpRequest): LooseMessage | {
    readonly why: string;
};
