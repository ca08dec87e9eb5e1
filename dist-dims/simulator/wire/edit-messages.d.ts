import type { Decoration } from '../decoration.js';
import type { RestReply, RestRequest } from '../transport/rest/message.js';
export type Json = Record<string, unknown>;
/** Changes the replies of REST requests for which `edit` returns something else than undefined. */
export declare function editReplies(edit: (body: Json, reply: RestReply, request: RestRequest) => Partial<RestReply> | Json | undefined): Pick<Decoration, 'rest'>;
/** Changes outgoing frames: a frame instead, `null` for none at all, undefined to leave it as it is. */
export declare function editFrames(edit: (frame: Json) => Json | null | undefined): Pick<Decoration, 'session'>;
/** True for frames that reply to a request. */
export declare function isReply(frame: Json): boolean;
/** `data` of a reply as an object; an empty one where there is none. */
export declare function dataOf(message: Json): Json;
