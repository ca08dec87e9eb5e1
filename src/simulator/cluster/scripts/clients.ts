// Scripts in Redis for what belongs to an API client: quotas, access tokens, tickets, and changes of the fleet; and for
// the counts of faults.
import { NUMBERS, PREAMBLE, QUOTAS, REGISTER } from './members.js';

/** client, class, limit, window, now */
const SPEND = `
local now = tonumber(ARGV[7])
local rest = wait(ARGV[3], ARGV[4], tonumber(ARGV[5]), now)
if rest then return {'limited', text(rest)} end
take(ARGV[3], ARGV[4], tonumber(ARGV[6]), now)
return {'spent'}
`;

/** client, class, now */
const GIVE_BACK = `
local key = P .. 'quota:' .. ARGV[3]
local kept = redis.call('HMGET', key, ARGV[4] .. ':end', ARGV[4] .. ':taken')
if tonumber(kept[1] or '0') > tonumber(ARGV[5]) and tonumber(kept[2] or '0') > 0 then
  redis.call('HINCRBY', key, ARGV[4] .. ':taken', -1)
end
return {'done'}
`;

/** Secrets of one kind that are good; those that have expired are dropped first. */
const SECRETS = `
local function full(kind, client, most, now)
  local set = P .. kind .. 's-of:' .. client
  for _, old in ipairs(redis.call('ZRANGEBYSCORE', set, '-inf', text(now))) do redis.call('DEL', P .. kind .. ':' .. old) end
  redis.call('ZREMRANGEBYSCORE', set, '-inf', text(now))
  if redis.call('ZCARD', set) < most then return nil end
  return tonumber(redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]) - now
end
local function keep(kind, client, digest, ends)
  redis.call('SET', P .. kind .. ':' .. digest, text(ends) .. '|' .. client)
  redis.call('ZADD', P .. kind .. 's-of:' .. client, text(ends), digest)
  redis.call('SADD', P .. kind .. '-clients', client)
end
`;

/** client, limit, window, now, valid, digest, lifetime, most */
const ISSUE_TOKEN = `
local client, now = ARGV[3], tonumber(ARGV[6])
local rest = wait(client, 'token', tonumber(ARGV[4]), now)
if rest then return {'limited', text(rest)} end
if ARGV[7] ~= '1' then return {'refused'} end
rest = full('token', client, tonumber(ARGV[10]), now)
if rest then return {'full', text(rest)} end
keep('token', client, ARGV[8], now + tonumber(ARGV[9]))
take(client, 'token', tonumber(ARGV[5]), now)
return {'issued'}
`;

/**
 * kind, client or nothing for all, message. A token that has expired is told from one that was never issued, until tokens
 * expire again or another one is issued.
 */
const EXPIRE = `
local kind, clients = ARGV[3], {ARGV[4]}
if ARGV[4] == '' then clients = redis.call('SMEMBERS', P .. kind .. '-clients') end
for _, client in ipairs(clients) do
  local set = P .. kind .. 's-of:' .. client
  for _, digest in ipairs(redis.call('ZRANGEBYSCORE', set, '-inf', '0')) do redis.call('DEL', P .. kind .. ':' .. digest) end
  redis.call('ZREMRANGEBYSCORE', set, '-inf', '0')
  for _, digest in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    if kind == 'token' then
      redis.call('SET', P .. 'token:' .. digest, '0|' .. client)
      redis.call('ZADD', set, '0', digest)
    else redis.call('DEL', P .. kind .. ':' .. digest) end
  end
  if kind ~= 'token' then redis.call('DEL', set) end
end
register(ARGV[5])
return {'done'}
`;

/** client, limit, window, now, digest, lifetime, most */
const ISSUE_TICKET = `
local client, now = ARGV[3], tonumber(ARGV[6])
local rest = full('ticket', client, tonumber(ARGV[9]), now)
if rest then return {'full', text(rest)} end
rest = wait(client, 'ticket', tonumber(ARGV[4]), now)
if rest then return {'limited', text(rest)} end
take(client, 'ticket', tonumber(ARGV[5]), now)
keep('ticket', client, ARGV[7], now + tonumber(ARGV[8]))
return {'issued'}
`;

/** digest, limit, window, now, most connections */
const OPEN = `
local now = tonumber(ARGV[6])
local kept = redis.call('GET', P .. 'ticket:' .. ARGV[3])
if not kept then return {'invalid'} end
local at = string.find(kept, '|', 1, true)
local client = string.sub(kept, at + 1)
if tonumber(string.sub(kept, 1, at - 1)) <= now then return {'invalid'} end
local rest = wait(client, 'connect', tonumber(ARGV[4]), now)
if rest then return {'limited', text(rest)} end
local open = 0
for _, count in ipairs(redis.call('HVALS', P .. 'connections:' .. client)) do open = open + tonumber(count) end
if open >= tonumber(ARGV[7]) then return {'too-many'} end
redis.call('DEL', P .. 'ticket:' .. ARGV[3])
redis.call('ZREM', P .. 'tickets-of:' .. client, ARGV[3])
take(client, 'connect', tonumber(ARGV[5]), now)
redis.call('HINCRBY', P .. 'connections:' .. client, me, 1)
redis.call('SADD', P .. 'clients-of:' .. me, client)
return {'opened', client}
`;

/** client */
const CLOSED = `
if redis.call('HINCRBY', P .. 'connections:' .. ARGV[3], me, -1) <= 0 then
  redis.call('HDEL', P .. 'connections:' .. ARGV[3], me)
end
return {'done'}
`;

/** client, limit, window, now, kind, device, payload, message */
const CHANGE = `
local client, now, kind, device, payload = ARGV[3], tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]
local rest = wait(client, 'manage', tonumber(ARGV[4]), now)
if rest then return {'limited', text(rest)} end
take(client, 'manage', tonumber(ARGV[5]), now)
if kind == 'added' then
  redis.call('RPUSH', P .. 'added-order', device)
  redis.call('HSET', P .. 'added', device, payload)
elseif kind == 'removed' then
  if redis.call('HDEL', P .. 'added', device) == 1 then redis.call('LREM', P .. 'added-order', 0, device)
  else redis.call('SADD', P .. 'removed', device) end
  redis.call('HDEL', P .. 'passwords', device)
  redis.call('HDEL', P .. 'memories', device)
  redis.call('HDEL', P .. 'status', device)
else redis.call('HSET', P .. 'passwords', device, payload) end
return {'changed', string.format('%d', register(ARGV[10]))}
`;

// Scripts in Redis that count for all instances how often a fault could fire, and how often it did.

/** fault, occasions to decide, every, count or -1, occasions and firings to add. Gives 1 or 0 for each that was decided. */
const FIRE = `
local every, count = tonumber(ARGV[5]), tonumber(ARGV[6])
local change, occasions, firings = string.match(redis.call('HGET', P .. 'firings', ARGV[3]) or '0 0 0', '(%d+) (%d+) (%d+)')
occasions = math.max(0, tonumber(occasions) + tonumber(ARGV[7]))
firings = math.max(0, tonumber(firings) + tonumber(ARGV[8]))
local verdicts = ''
for _ = 1, tonumber(ARGV[4]) do
  occasions = occasions + 1
  local fires = (count < 0 or firings < count) and occasions % every == 0
  if fires then firings = firings + 1 end
  verdicts = verdicts .. (fires and '1' or '0')
end
local tally = string.format('%d %d %d', tonumber(change) + 1, occasions, firings)
redis.call('HSET', P .. 'firings', ARGV[3], tally)
redis.call('PUBLISH', P .. 'log', '0\\n' .. cjson.encode({t = 'fired', fault = ARGV[3], tally = tally}))
return {'fired', verdicts, tally}
`;

export const CLIENT_SCRIPTS = {
  spend: PREAMBLE + NUMBERS + QUOTAS + SPEND,
  giveBack: PREAMBLE + GIVE_BACK,
  issueToken: PREAMBLE + NUMBERS + QUOTAS + SECRETS + ISSUE_TOKEN,
  expire: PREAMBLE + REGISTER + EXPIRE,
  issueTicket: PREAMBLE + NUMBERS + QUOTAS + SECRETS + ISSUE_TICKET,
  open: PREAMBLE + NUMBERS + QUOTAS + OPEN,
  closed: PREAMBLE + CLOSED,
  change: PREAMBLE + NUMBERS + QUOTAS + REGISTER + CHANGE,
  fire: PREAMBLE + FIRE,
} as const;
