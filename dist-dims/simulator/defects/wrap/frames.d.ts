import type { Decoration } from '../../decoration.js';
import type { Json } from '../../wire/edit-messages.js';
export interface Conversation {
    /** A request has arrived. */
    asked(requestId: string): void;
    /** The frame that is sent instead: `null` for none at all, undefined to leave it as it is. */
    edit(frame: Json): Json | null | undefined;
}
/** @param start called once for each connection. */
export declare function withConversations(start: () => Conversation): Pick<Decoration, 'session'>;
