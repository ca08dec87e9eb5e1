// Which channels a fault works on. A fault that selects routes works on REST only.
import { z } from 'zod';
export const over = () => z
    .enum(['both', 'rest', 'websocket'])
    .default('both')
    .describe('Whether it hits requests over REST, on WebSocket connections, or over both');
/** The hooks for the channels that are meant. */
export function hooksOver(which, hooks) {
    const { rest, message } = hooks;
    return { ...(which === 'websocket' ? {} : { rest }), ...(which === 'rest' ? {} : { message }) };
}
