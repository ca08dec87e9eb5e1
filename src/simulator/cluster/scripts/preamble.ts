// What all scripts in Redis begin with: who calls, whether that instance is still a member, and whether it knows all that
// has become of fleet, clients and members. Numbers are passed as text where Lua would round them.

/** KEYS[1] prefix of all keys; ARGV[1] the instance, ARGV[2] the registry number that it knows, -1 for any. */
export const PREAMBLE = `
local P = KEYS[1]
local me = ARGV[1]
if redis.call('HEXISTS', P .. 'members', me) == 0 then return {'fenced'} end
local known = tonumber(ARGV[2])
if known >= 0 then
  local reg = tonumber(redis.call('GET', P .. 'reg') or '0')
  if reg > known then return {'behind', tostring(reg)} end
end
`;

export const NUMBERS = `
local function text(number) return string.format('%.17g', number) end
`;

/** A message of the registry: it counts, and all instances apply it in this order. */
export const REGISTER = `
local function register(message)
  local reg = redis.call('INCR', P .. 'reg')
  redis.call('PUBLISH', P .. 'log', string.format('%d', reg) .. '\\n' .. message)
  return reg
end
`;

export const QUOTAS = `
local function wait(client, class, limit, now)
  local kept = redis.call('HMGET', P .. 'quota:' .. client, class .. ':end', class .. ':taken')
  local ends = tonumber(kept[1] or '0')
  if ends > now and tonumber(kept[2] or '0') >= limit then return ends - now end
  return nil
end
local function take(client, class, window, now)
  local key = P .. 'quota:' .. client
  local ends = tonumber(redis.call('HGET', key, class .. ':end') or '0')
  if ends > now then redis.call('HINCRBY', key, class .. ':taken', 1)
  else redis.call('HSET', key, class .. ':end', text(now + window), class .. ':taken', '1') end
end
`;

/** The final status of a command, told to the instances that wait for it. */
export const FINAL = `
local function final(id, status, at, result, expires)
  redis.call('HSET', P .. 'cmd:' .. id, 'st', status, 'at', at, 'res', result, 'exp', expires)
  redis.call('ZADD', P .. 'expiries', expires, id)
  redis.call('HDEL', P .. 'running', id)
  local told = cjson.encode({t = 'final', id = id, st = status, at = at, res = result})
  for _, waiter in ipairs(redis.call('SMEMBERS', P .. 'waiters:' .. id)) do
    redis.call('PUBLISH', P .. 'in:' .. waiter, told)
  end
  redis.call('DEL', P .. 'waiters:' .. id)
end
`;

/** An instance that is gone: its commands end as TIMEOUT, its lanes are free, its connections are not counted. */
export const BURY = `
local function view()
  redis.call('DEL', P .. 'acks')
  local members = redis.call('HKEYS', P .. 'members')
  table.sort(members)
  local list = '[]'
  if #members > 0 then list = cjson.encode(members) end
  local epoch = register('{"t":"members","members":' .. list .. '}')
  redis.call('SET', P .. 'epoch', epoch)
end
local function bury(dead, now, retention)
  redis.call('HDEL', P .. 'members', dead)
  redis.call('HDEL', P .. 'beats', dead)
  local running = redis.call('HGETALL', P .. 'running')
  for i = 1, #running, 2 do
    if running[i + 1] == dead then
      final(running[i], 'timeout', string.format('%.0f', now), '', text(now + retention))
    end
  end
  local lanes = redis.call('HGETALL', P .. 'lanes')
  for i = 1, #lanes, 2 do
    if string.sub(lanes[i + 1], 1, #dead + 1) == dead .. '|' then redis.call('HDEL', P .. 'lanes', lanes[i]) end
  end
  for _, client in ipairs(redis.call('SMEMBERS', P .. 'clients-of:' .. dead)) do
    redis.call('HDEL', P .. 'connections:' .. client, dead)
  end
  redis.call('DEL', P .. 'clients-of:' .. dead)
end
`;
