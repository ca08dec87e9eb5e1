import type { IncomingMessage } from 'node:http';
export interface TooLong {
    readonly status: 414 | 431;
    readonly message: string;
}
export declare function tooLong({ url, rawHeaders }: IncomingMessage): TooLong | undefined;
