/** Least time between two explicit refreshes of one device, in ms (refresh.min-interval). */
export declare const REFRESH_MIN_INTERVAL = 3000;
/** How often a client sends `session.ping`, in ms, about (client.heartbeat). */
export declare const HEARTBEAT_INTERVAL = 30000;
/** What every REST and WebSocket path starts with (version.in-path). */
export declare const PATH_PREFIX = "/svc/v1";
/** The path of the WebSocket upgrade; the ticket travels in the query parameter `ticket`. */
export declare const WEBSOCKET_PATH = "/svc/v1/ws";
