import type { Decoration } from '../decoration.js';
import { type Json } from '../wire/edit-messages.js';
/** @param edit a message instead, or undefined to leave it as it is. */
export declare function editBoth(edit: (message: Json) => Json | undefined): Pick<Decoration, 'rest' | 'session'>;
