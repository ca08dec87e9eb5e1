// Scripts in Redis for commands and refreshes: each is one whole operation of the port.
import { FINAL, NUMBERS, PREAMBLE, QUOTAS, MOMENTS, FIELDS } from './members.js';

const FORGET = `
local function forget(id)
  local kept = redis.call('HMGET', P .. 'cmd:' .. id, 'client', 'key', 'has')
  if kept[3] == '1' then redis.call('DEL', P .. 'key:' .. kept[1] .. ':' .. kept[2]) end
  redis.call('DEL', P .. 'cmd:' .. id)
  redis.call('ZREM', P .. 'expiries', id)
end
`;

/** client, device, has, key, fingerprint, id, base, owner, limit, window, now, most commands, online, order; gives when it was made. */
const BEGIN = `
local client, device, has, key, fp, id, base, owner = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local limit, window, now, most, online, order = tonumber(ARGV[11]), tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14]), ARGV[15], ARGV[16]
local slot = P .. 'key:' .. client .. ':' .. key
if has == '1' then
  local before = redis.call('GET', slot)
  if before then
    local kept = redis.call('HMGET', P .. 'cmd:' .. before, 'fp', 'st', 'exp')
    if kept[1] and (kept[2] == 'pending' or tonumber(kept[3]) > now) then
      if kept[1] ~= fp then return {'conflict'} end
      if kept[2] == 'pending' then redis.call('SADD', P .. 'waiters:' .. before, me) end
      return {'repeat', before, unpack(redis.call('HMGET', P .. 'cmd:' .. before, ${FIELDS}))}
    end
    forget(before)
  end
end
if online ~= '1' then return {'offline'} end
if redis.call('HEXISTS', P .. 'lanes', device) == 1 then return {'busy'} end
local rest = wait(client, 'control', limit, now)
if rest then return {'limited', text(rest)} end
if owner ~= me and redis.call('PUBLISH', P .. 'in:' .. owner, order) == 0 then return {'away'} end
take(client, 'control', window, now)
for _, old in ipairs(redis.call('ZRANGEBYSCORE', P .. 'expiries', '-inf', text(now), 'LIMIT', 0, 10)) do forget(old) end
if redis.call('ZCARD', P .. 'expiries') + redis.call('HLEN', P .. 'running') >= most then
  for _, old in ipairs(redis.call('ZRANGE', P .. 'expiries', 0, 0)) do forget(old) end
end
redis.call('HSET', P .. 'lanes', device, owner .. '|' .. id)
redis.call('HSET', P .. 'cmd:' .. id, 'base', base, 'st', 'pending', 'client', client, 'key', key, 'has', has, 'fp', fp, 'own', owner, 'dev', device, 'made', moment(device, now))
if has == '1' then redis.call('SET', slot, id) end
redis.call('HSET', P .. 'running', id, owner)
redis.call('SADD', P .. 'waiters:' .. id, me)
return {'begun', redis.call('HGET', P .. 'cmd:' .. id, 'made')}
`;

/** id, device, status, completedAt, result, expires, memory, events */
const FINISH = `
for i = 10, #ARGV do redis.call('PUBLISH', P .. 'events', ARGV[i]) end
local id, device = ARGV[3], ARGV[4]
local kept = redis.call('HMGET', P .. 'cmd:' .. id, 'st', 'own')
if kept[1] == 'pending' and kept[2] == me then
  if redis.call('HGET', P .. 'lanes', device) == me .. '|' .. id then redis.call('HDEL', P .. 'lanes', device) end
  if ARGV[9] ~= '' then redis.call('HSET', P .. 'memories', device, ARGV[9]) end
  redis.call('SREM', P .. 'waiters:' .. id, me)
  final(id, ARGV[5], ARGV[6], ARGV[7], ARGV[8])
end
return {'ended', unpack(redis.call('HMGET', P .. 'cmd:' .. id, ${FIELDS}))}
`;

/** id, device, client, now: as if it had never begun. */
const WITHDRAW = `
local id, device, client = ARGV[3], ARGV[4], ARGV[5]
if redis.call('HGET', P .. 'cmd:' .. id, 'st') ~= 'pending' then return {'over'} end
redis.call('HDEL', P .. 'running', id)
forget(id)
for _, waiter in ipairs(redis.call('SMEMBERS', P .. 'waiters:' .. id)) do
  redis.call('PUBLISH', P .. 'in:' .. waiter, cjson.encode({t = 'withdrawn', id = id}))
end
redis.call('DEL', P .. 'waiters:' .. id)
if redis.call('HGET', P .. 'lanes', device) == me .. '|' .. id then redis.call('HDEL', P .. 'lanes', device) end
local ends = tonumber(redis.call('HGET', P .. 'quota:' .. client, 'control:end') or '0')
if ends > tonumber(ARGV[6]) then redis.call('HINCRBY', P .. 'quota:' .. client, 'control:taken', -1) end
return {'done'}
`;

/** id, client, limit, window, now; a query is counted where the command is there. */
const READ = `
local now = tonumber(ARGV[7])
local kept = redis.call('HMGET', P .. 'cmd:' .. ARGV[3], ${FIELDS})
if not kept[1] then return {'none'} end
if kept[2] ~= 'pending' and tonumber(kept[8]) <= now then forget(ARGV[3]); return {'none'} end
local rest = wait(ARGV[4], 'query', tonumber(ARGV[5]), now)
if rest then return {'limited', text(rest), unpack(kept)} end
take(ARGV[4], 'query', tonumber(ARGV[6]), now)
return {'read', '', unpack(kept)}
`;

/** client, device, limit, window, now, interval, nonce */
const REFRESH = `
local client, device = ARGV[3], ARGV[4]
local now, interval = tonumber(ARGV[7]), tonumber(ARGV[8])
if redis.call('HEXISTS', P .. 'lanes', device) == 1 then return {'busy'} end
local rest = wait(client, 'refresh', tonumber(ARGV[5]), now) or 0
local ready = tonumber(redis.call('HGET', P .. 'budgets', device) or '0')
if ready - now > rest then rest = ready - now end
if rest > 0 then return {'limited', text(rest)} end
take(client, 'refresh', tonumber(ARGV[6]), now)
redis.call('HSET', P .. 'budgets', device, text(now + interval))
redis.call('HSET', P .. 'lanes', device, me .. '|' .. ARGV[9])
return {'begun'}
`;

/** device, nonce */
const FREE = `
if redis.call('HGET', P .. 'lanes', ARGV[3]) == me .. '|' .. ARGV[4] then redis.call('HDEL', P .. 'lanes', ARGV[3]) end
return {'done'}
`;

export const COMMAND_SCRIPTS = {
  begin: PREAMBLE + NUMBERS + QUOTAS + MOMENTS + FORGET + BEGIN,
  finish: PREAMBLE + FINAL + FINISH,
  withdraw: PREAMBLE + FORGET + WITHDRAW,
  read: PREAMBLE + NUMBERS + QUOTAS + FORGET + READ,
  refresh: PREAMBLE + NUMBERS + QUOTAS + REFRESH,
  free: PREAMBLE + FREE,
} as const;

// Scripts in Redis that read what is kept, for snapshots and for people who look at the control plane. They change nothing.

/** Whether each device has a command or a refresh under way, when it may be refreshed, and whether it has been used. */
const DEVICES = `
local given = {unpack(ARGV, 3)}
if #given == 0 then return {'devices', {}, {}, {}} end
return {
  'devices', redis.call('HMGET', P .. 'lanes', unpack(given)), redis.call('HMGET', P .. 'budgets', unpack(given)),
  redis.call('HMGET', P .. 'memories', unpack(given))
}
`;

/** most: the same for the whole fleet. */
const FLEET = `
local function few(hash) return redis.call('HLEN', P .. hash) <= tonumber(ARGV[3]) end
return {
  'fleet', few('lanes') and redis.call('HKEYS', P .. 'lanes') or {}, few('budgets') and redis.call('HGETALL', P .. 'budgets') or {},
  few('memories') and redis.call('HKEYS', P .. 'memories') or {}
}
`;

/** API clients: their quotas, and the tickets that they have not used, with the time at which each expires. */
const CLIENTS = `
local quotas, tickets = {}, {}
for i = 3, #ARGV do
  quotas[i - 2] = redis.call('HGETALL', P .. 'quota:' .. ARGV[i])
  tickets[i - 2] = redis.call('ZRANGE', P .. 'tickets-of:' .. ARGV[i], 0, -1, 'WITHSCORES')
end
return {'clients', quotas, tickets}
`;

/** Everything about devices that a snapshot has. */
const TAKE = `return {'taken', redis.call('HGETALL', P .. 'memories'), redis.call('HGETALL', P .. 'budgets')}`;

/** The ids of all commands, those that have ended first. */
const COMMAND_IDS = `
local ids = redis.call('ZRANGE', P .. 'expiries', 0, -1)
for _, id in ipairs(redis.call('HKEYS', P .. 'running')) do ids[#ids + 1] = id end
return {'ids', ids}
`;

/** ids */
const COMMANDS = `
local found = {}
for i = 3, #ARGV do found[i - 2] = redis.call('HMGET', P .. 'cmd:' .. ARGV[i], ${FIELDS}) end
return {'commands', found}
`;

export const KEPT_SCRIPTS = {
  devices: PREAMBLE + DEVICES,
  fleet: PREAMBLE + FLEET,
  clients: PREAMBLE + CLIENTS,
  take: PREAMBLE + TAKE,
  commandIds: PREAMBLE + COMMAND_IDS,
  commands: PREAMBLE + COMMANDS,
} as const;
