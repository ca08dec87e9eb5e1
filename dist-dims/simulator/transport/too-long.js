import { REQUEST_LIMITS } from '../limits/limits.js';
const TARGET = {
    status: 414,
    message: `A request target has at most ${REQUEST_LIMITS.maxTarget} characters.`,
};
const HEADERS = {
    status: 431,
    message: `A request has at most ${REQUEST_LIMITS.maxHeaders} header fields.`,
};
export function tooLong({ url = '', rawHeaders }) {
    if (url.length > REQUEST_LIMITS.maxTarget)
        return TARGET;
    return rawHeaders.length > 2 * REQUEST_LIMITS.maxHeaders ? HEADERS : undefined;
}
