// For styles of the wire that hold on both channels: one edit for REST bodies and for WebSocket frames.
import type { Decoration } from '../decoration.js';
import { editFrames, editReplies, type Json } from '../wire/edit-messages.js';

/** @param edit a message instead, or undefined to leave it as it is. */
export function editBoth(edit: (message: Json) => Json | undefined): Pick<Decoration, 'rest' | 'session'> {
  return {
    ...editReplies((body) => {
      const edited = edit(body);
      return edited && { body: JSON.stringify(edited) };
    }),
    ...editFrames((frame) => edit(frame)),
  };
}
