// How long a refusal as too frequent tells its client to wait (interface: Limits).
import { isObject } from '../../kernel/json.js';
import { retryAfterIn } from '../target/interference.js';
/** `data.retryAfterSeconds` as it stands in the reply, whatever it is. */
export function retryAfterGiven({ reply }) {
    return isObject(reply?.body) ? retryAfterIn(reply.body['data']) : undefined;
}
/** In seconds; undefined where no number is announced. */
export function retryAfterOf(exchange) {
    const value = retryAfterGiven(exchange);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
/** In ms; undefined where no number is announced. */
export function announcedWait(exchange) {
    const seconds = retryAfterOf(exchange);
    return seconds === undefined ? undefined : seconds * 1000;
}
