export const NETWORK_LIMITS = {
    message: 4 * 1024 * 1024,
    headers: 32 * 1024,
    connections: 128,
    connecting: 10_000,
    frames: 20_000,
    received: 16 * 1024 * 1024,
    linger: 500,
};
export const USER_AGENT = 'conform';
/** TLS options by the names that Node, undici and ws share. */
export function tlsOptions({ ca, insecure }) {
    return { ...(ca === undefined ? {} : { ca }), rejectUnauthorized: !insecure };
}
