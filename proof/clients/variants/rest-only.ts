// What a client is without that has no WebSocket channel.
import type { Wraps } from '../../../examples/client/parts.js';

export const REST_ONLY: Wraps = { connection: (usual) => ({ ...usual, start: () => undefined }) };
