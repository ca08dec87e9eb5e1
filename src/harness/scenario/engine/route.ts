// Which way a request goes: over REST as a client, or over a connection.
import type { CaptureRoute, ExecutionContext } from './execution-context.js';
import type { Authentication } from '../../target/target.js';
import type { Requesting } from '../language/modifiers.js';
import { resolveText } from './lookup.js';
import type { Channel } from '../../../trace/record.js';

/** A text that is nobody's token. */
const INVALID_TOKEN = 'conform-this-is-no-token';

/**
 * @param usual the channel of the verb where the step names none.
 * @returns undefined when the step authenticates with something that is no token.
 */
export function routeOf(
  context: ExecutionContext,
  fields: Pick<Requesting, 'via' | 'client' | 'authenticate'>,
  usual: 'rest' | 'ws',
): CaptureRoute | undefined {
  const via = fields.via ?? usual;
  const client = fields.client ?? defaultClient(context);
  if (via === 'ws') return { via: 'connection', connection: implicitConnection(context, client), client };
  if (via !== 'rest')
    return { via: 'connection', connection: via, client: context.connections.clientOf(via) ?? client };
  if (fields.authenticate === undefined) return { via: 'rest', client };
  const authentication = authenticationOf(context, fields.authenticate);
  return authentication && { via: 'rest', client, authentication };
}

export function channelOf(route: CaptureRoute): Channel {
  return route.via === 'rest' ? 'rest' : 'ws';
}

export function defaultClient(context: ExecutionContext): string {
  return [...context.clients.keys()][0] ?? '';
}

/** The connection that `via: ws` speaks of; opened when it is first used. */
export function implicitConnection(context: ExecutionContext, client: string): string {
  return client === defaultClient(context) ? 'ws' : `ws of ${client}`;
}

/** Whether the request bears what some client may have been given. */
export function isAuthenticated(route: CaptureRoute): boolean {
  if (route.via === 'connection' || route.authentication === undefined) return true;
  const { authentication } = route;
  return authentication.kind === 'bearer' && authentication.token !== INVALID_TOKEN;
}

function authenticationOf(context: ExecutionContext, written: string): Authentication | undefined {
  if (written === 'none') return { kind: 'none' };
  if (written === 'invalid') return { kind: 'bearer', token: INVALID_TOKEN };
  const token = resolveText(context, written);
  return token === undefined ? undefined : { kind: 'bearer', token };
}
