import { z } from 'zod';
import { type List } from './schema-facts.js';
/** `{ ticket: $ticket, expiresIn: $expiresIn? }`. */
export declare function exampleOfObject(schema: z.ZodObject, path?: readonly string[]): string;
/** `relays: [ { index: $relay.index, on: $relay.on } ]`. */
export declare function exampleOfList({ word, path, element }: List): string;
