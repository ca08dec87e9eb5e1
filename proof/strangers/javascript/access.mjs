// Tokens, scopes and tickets.
import { timingSafeEqual, createHash } from 'node:crypto';
import { bug, odd } from './switches.mjs';
import { world, secretText, canSee } from './world.mjs';
import { Refusal } from './commands.mjs';

const digest = (text) => createHash('sha256').update(text).digest();
const sameText = (a, b) => timingSafeEqual(digest(a), digest(b));
const authInvalid = (code = 'AUTH_INVALID', status = 401) => new Refusal(status, code, 'Authentication failed.');

export function makeToken(body) {
  const { clientId, clientSecret } = body;
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') {
    throw new Refusal(400, 'BODY_INVALID', 'clientId and clientSecret must be strings.');
  }
  const client = world.clients.get(clientId);
  if (!client) throw authInvalid('AUTH_INVALID', bug('auth_unknown_client_404') ? 404 : 401);
  const close = bug('auth_secret_prefix') && clientSecret.slice(0, 8) === client.secret.slice(0, 8);
  if (!close && !sameText(clientSecret, client.secret)) throw authInvalid(bug('auth_bad_secret_code') ? 'LOGIN_FAILED' : 'AUTH_INVALID');
  if (!client.enabled && !bug('auth_disabled_gets_token')) throw disabled();
  const now = Date.now();
  let life = world.tokenLifetime;
  let accessToken = secretText(24);
  if (odd('token_reused') && client.lastToken && client.lastToken.expires - now > life * 500) {
    accessToken = client.lastToken.text;
    life = Math.floor((client.lastToken.expires - now) / 1000);
  } else {
    const expires = now + life * 1000 * (bug('auth_token_short') ? 0.5 : 1);
    world.tokens.set(accessToken, { client, expires, tickets: 0 });
    client.lastToken = { text: accessToken, expires };
  }
  return {
    accessToken,
    tokenType: bug('auth_token_type') ? 'JWT' : 'Bearer',
    expiresIn: bug('auth_expires_text') ? String(life) : life,
    clientId: bug('auth_client_id_upper') ? client.id.toUpperCase() : client.id,
    scopes: bug('auth_scopes_text') ? client.scopes.join(' ') : [...client.scopes],
  };
}

const disabled = () => new Refusal(403, 'APP_DISABLED', 'The API client is disabled.');

export function checkEnabled(client) {
  if (!client.enabled && !bug('auth_disabled_old_token') && !bug('auth_disabled_gets_token')) throw disabled();
}

// Finds the client of a REST request.
export function authenticate(req, action) {
  const header = req.headers.authorization;
  if (header === undefined) {
    const keyOwner = world.lastKeys.get(req.headers['idempotency-key']);
    if (bug('auth_key_is_token') && keyOwner) return { client: keyOwner, token: '', channel: 'rest' };
    if (bug('auth_profiles_open') && action === 'profiles') return { client: world.clients.get('plant-viewer'), token: '', channel: 'rest' };
    throw authInvalid('AUTH_INVALID', bug('auth_missing_400') ? 400 : 401);
  }
  const match = /^bearer +(\S+)$/i.exec(header) ?? (bug('auth_any_scheme') ? /^\w+ +(\S+)$/.exec(header) : null);
  const token = match && world.tokens.get(match[1]);
  if (!token) throw authInvalid();
  if (Date.now() >= token.expires && !bug('auth_expired_accepted')
    && !(bug('auth_expired_on_config') && action === 'readConfig')
    && !(bug('auth_expired_ticket') && action === 'ticket')) throw authInvalid();
  checkEnabled(token.client);
  return { client: token.client, token: match[1], channel: 'rest', entry: token };
}

export function requireScope(ctx, scope, action) {
  const { scopes } = ctx.client;
  const only = (name) => scopes.length === 1 && scopes[0] === name;
  let allowed = scopes.includes(scope) || (scope === 'device:read' && scopes.length > 0);
  if (bug('scope_config_controls') && ctx.channel === 'rest' && scope === 'device:control' && scopes.includes('device:config')) allowed = true;
  if (bug('scope_control_no_config_read') && action === 'readConfig' && only('device:control')) allowed = false;
  if (bug('scope_manage_no_commands') && action === 'readCommand' && only('device:manage')) allowed = false;
  if (bug('scope_read_removes') && action === 'remove' && scopes.includes('device:control')) allowed = true;
  if (allowed) return;
  const named = bug('scope_required_wrong') && action === 'password' ? 'device:config' : scope;
  throw new Refusal(403, 'AUTH_SCOPE_DENIED', 'Permission missing.', { requiredScope: named });
}

export function findDevice(ctx, text) {
  const dev = /^[1-9]\d{0,8}$/.test(text) ? world.devices.get(Number(text)) : undefined;
  if (!dev || !canSee(ctx.client, dev)) throw new Refusal(404, 'NO_SUCH_DEVICE', 'No such device.');
  return dev;
}

export function makeTicket(ctx) {
  if (ctx.entry && ++ctx.entry.tickets === 2 && bug('ticket_second_denied')) throw authInvalid();
  const text = secretText(20);
  const ttl = odd('short_ticket') ? 3 : 30;
  world.tickets.set(text, { client: ctx.client, token: ctx.token, expires: Date.now() + ttl * 1000, usedAt: 0, open: false });
  return { ticket: text, ttl_sec: ttl };
}

// Checks a ticket and marks it as used.
export function useTicket(text) {
  const now = Date.now();
  let ticket = world.tickets.get(text);
  if (!ticket && bug('ticket_not_needed') && text === '') ticket = { client: world.clients.get('plant-viewer'), token: '', expires: now + 1000 };
  const token = bug('ticket_is_token') && world.tokens.get(text);
  if (!ticket && token) ticket = { client: token.client, token: text, expires: token.expires };
  const again = ticket && ticket.usedAt && !(bug('ticket_reusable')
    || (bug('ticket_race') && now < ticket.usedAt + 1000)
    || (bug('ticket_reusable_after_close') && !ticket.open));
  if (!ticket || again || now >= ticket.expires) throw new Refusal(401, 'TICKET_REFUSED', 'The ticket is not valid.');
  checkEnabled(ticket.client);
  return ticket;
}
