// For defects of the wire: the tools that change the JSON of what leaves.
export { dataOf, editFrames, editReplies, isReply, type Json } from '../wire/edit-messages.js';
