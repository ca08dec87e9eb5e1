// Replies of the WebSocket do not say that they are replies.
import { editFrames, isReply } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function replyWithoutType(): Defect {
  return {
    id: 'reply-without-type',
    rule: 'ws.reply-shape',
    summary: 'Replies on the WebSocket have the type response instead of reply.',
    ...editFrames((frame) => (isReply(frame) ? { ...frame, type: 'response' } : undefined)),
  };
}
