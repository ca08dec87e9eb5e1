// Tokens and tickets (interface: Access token, WebSocket ticket). Token fields are fixed by the interface.
import * as z from 'zod';
import { SCOPES } from '../scopes.js';
import { lifetime } from './scalars.js';

/** Body of the token request. */
export const credentials = z.object({ clientId: z.string().max(256), clientSecret: z.string().max(1024) });
export type Credentials = z.infer<typeof credentials>;

/** `data` of the token response; `expiresIn` in seconds (the interface names no unit). */
export const accessToken = z.object({
  accessToken: z.string().min(1),
  tokenType: z.literal('Bearer'),
  expiresIn: z.number().positive(),
  clientId: z.string(),
  scopes: z.array(z.enum(SCOPES)),
});
export type AccessToken = z.infer<typeof accessToken>;

/** `data` of the ticket response; `expiresIn` in seconds. */
export const ticket = z.object({ ticket: z.string().min(1).max(1024), expiresIn: lifetime.optional() });
export type Ticket = z.infer<typeof ticket>;
