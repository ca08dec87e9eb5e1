// Which channels a fault works on. A fault that selects routes works on REST only.
import { z } from 'zod';

export const over = () =>
  z
    .enum(['both', 'rest', 'websocket'])
    .default('both')
    .describe('Whether it hits requests over REST, on WebSocket connections, or over both');
type Over = z.output<ReturnType<typeof over>>;

/** The hooks for the channels that are meant. */
export function hooksOver<R, M>(
  which: Over,
  hooks: { readonly rest: R; readonly message: M },
): { readonly rest?: R; readonly message?: M } {
  const { rest, message } = hooks;
  return { ...(which === 'websocket' ? {} : { rest }), ...(which === 'rest' ? {} : { message }) };
}
