// The numbers that the interface states. Every other limit is the service's own business.
/** Least time between two explicit refreshes of one device, in ms (refresh.min-interval). */
export const REFRESH_MIN_INTERVAL = 3000;
/** How often a client sends `session.ping`, in ms, about (client.heartbeat). */
export const HEARTBEAT_INTERVAL = 30_000;
/** What every REST and WebSocket path starts with (version.in-path). */
export const PATH_PREFIX = '/svc/v1';
/** The path of the WebSocket upgrade; the ticket travels in the query parameter `ticket`. */
export const WEBSOCKET_PATH = `${PATH_PREFIX}/ws`;
