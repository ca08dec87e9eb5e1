// Why the service closes a WebSocket connection. Every close has one of these codes.

export const CLOSE_CODES = {
  normal: { code: 1000, reason: 'closed' },
  goingAway: { code: 1001, reason: 'the service goes away' },
  binary: { code: 1003, reason: 'only text frames are taken' },
  unreadable: { code: 1007, reason: 'the frame is no request that could be answered' },
  disabled: { code: 1008, reason: 'the API client is disabled' },
  tooBig: { code: 1009, reason: 'the message is too big' },
  tooSlow: { code: 1013, reason: 'the connection does not read' },
  silent: { code: 4000, reason: 'no heartbeat' },
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;
