export function success(value) {
    return { ok: true, value };
}
export function refuse(code, message) {
    return { ok: false, refusal: { code, message } };
}
/** RATE_LIMITED for a wait in ms; rounded up, so that the announced delay is never too short. */
export function rateLimited(wait, message) {
    const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
    return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds } };
}
