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
