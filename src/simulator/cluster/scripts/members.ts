// Scripts in Redis: what all begin with, those for the cluster as a whole, and those for its instances.

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

/** What is read of a command: what never changes as JSON, and the rest as text. */
export const COMMAND_FIELDS = ['base', 'st', 'at', 'res', 'client', 'key', 'has', 'exp', 'made'];
export const FIELDS = COMMAND_FIELDS.map((name) => `'${name}'`).join(', ');

/**
 * When something became of a command, in whole ms: never before what became last of a command of the device. The clocks of
 * instances are some ms apart, and a device has one history, whichever instances it was told to.
 */
export const MOMENTS = `
local function moment(device, given)
  local at = math.max(math.floor(given + 0.5), tonumber(redis.call('HGET', P .. 'moments', device) or '0'))
  local words = string.format('%.0f', at)
  redis.call('HSET', P .. 'moments', device, words)
  return words
end
`;

/** The final status of a command, told to the instances that wait for it. */
export const FINAL = `
${MOMENTS}
local function final(id, status, now, result, expires)
  local at = moment(redis.call('HGET', P .. 'cmd:' .. id, 'dev'), tonumber(now))
  redis.call('HSET', P .. 'cmd:' .. id, 'st', status, 'at', at, 'res', result, 'exp', expires)
  redis.call('ZADD', P .. 'expiries', expires, id)
  redis.call('HDEL', P .. 'running', id)
  local told = cjson.encode({t = 'final', id = id, fields = redis.call('HMGET', P .. 'cmd:' .. id, ${FIELDS})})
  for _, waiter in ipairs(redis.call('SMEMBERS', P .. 'waiters:' .. id)) do
    redis.call('PUBLISH', P .. 'in:' .. waiter, told)
  end
  redis.call('DEL', P .. 'waiters:' .. id)
end
`;

/** An instance that is gone: its commands end as TIMEOUT, its lanes are free, its connections are not counted. */
const BURY = `
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
      final(running[i], 'timeout', now, '', text(now + retention))
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

// Scripts in Redis for the cluster as a whole: its time, and its generations. All that the service remembers belongs to
// one generation, which is a part of the prefix of its keys. A reset begins the next one, in one step for all instances.

const UNCHECKED = `
local P = KEYS[1]
local me = ARGV[1]
`;

const TIME = `
local time = redis.call('TIME')
local ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/** What is above all generations. */
const BASE = `
local B = string.match(P, '^(.*:)[^:]+:$')
local function current() return B .. (redis.call('GET', B .. 'generation') or 'first') .. ':' end
`;

/** The clock of all: where it stood at a time of the server, and how fast it goes from there. */
const CLOCK = `
local function clock()
  local kept = redis.call('HMGET', B .. 'clock', 'at', 'time', 'speed', 'paused')
  if not kept[1] then return nil end
  local now, speed, paused = tonumber(kept[2]), tonumber(kept[3]), kept[4] == '1'
  if not paused then now = now + math.max(0, ms - tonumber(kept[1])) * speed end
  return now, speed, paused
end
local function setClock(now, speed, paused)
  redis.call('HSET', B .. 'clock', 'at', text(ms), 'time', text(now), 'speed', text(speed), 'paused', paused and '1' or '0')
end
`;

/**
 * speed, identity, time to live of a beat. Gives the number of the life, from 0, and the clock. One that is unlike those
 * that live is refused. Where nobody lives, a speed other than 1 is taken, and faults count from 0.
 */
const LIFE = `
local speed, identity, ttl = tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local beats, alive = redis.call('HGETALL', current() .. 'beats'), false
for i = 2, #beats, 2 do alive = alive or ms - tonumber(beats[i]) < ttl end
local others = redis.call('GET', B .. 'identity')
if alive and others and others ~= identity then return {'unlike', others} end
redis.call('SET', B .. 'identity', identity)
if not alive then redis.call('DEL', current() .. 'firings') end
local now, kept, paused = clock()
if not now then now, kept, paused = ms, speed, false
elseif not alive and speed ~= 1 then kept = speed end
setClock(now, kept, paused)
return {'life', string.format('%d', redis.call('INCR', B .. 'lives') - 1), text(now), text(kept), paused and 1 or 0}
`;

/**
 * now, speed, paused, life: of an instance, which Redis may have forgotten. Gives the name of the generation, the clock time
 * at which its signals began, and what it began with.
 */
const GENERATION = `
local now, speed, paused = clock()
if not now then
  now, speed, paused = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5] == '1'
  setClock(now, speed, paused)
end
if tonumber(redis.call('GET', B .. 'lives') or '0') <= tonumber(ARGV[6]) then redis.call('SET', B .. 'lives', tonumber(ARGV[6]) + 1) end
local N = current()
redis.call('SET', N .. 'origin', text(now), 'NX')
return {
  'generation', string.sub(N, #B + 1, -2), redis.call('GET', N .. 'origin'), redis.call('GET', N .. 'beginning')
}
`;

/** act, value, message */
const STEER = `
local now, speed, paused = clock()
if not now then return {'unknown'} end
local value = tonumber(ARGV[4])
if ARGV[3] == 'pause' then paused = true
elseif ARGV[3] == 'resume' then paused = false
elseif ARGV[3] == 'speed' then speed = value
else now = now + value end
setClock(now, speed, paused)
return {'steered', string.format('%d', register(ARGV[5]))}
`;

/** generation, writes as JSON: [command, key, argument...] of each. Nobody reads them before that generation begins. */
const STAGE = `
for _, each in ipairs(cjson.decode(ARGV[4])) do
  redis.call(each[1], B .. ARGV[3] .. ':' .. each[2], unpack(each, 3))
end
return {'staged'}
`;

/** generation, message: from now on all instances are strangers to this one. */
const TURN = `
redis.call('SET', B .. 'generation', ARGV[3])
redis.call('PUBLISH', P .. 'log', '0\\n' .. ARGV[4])
redis.call('DEL', P .. 'members', P .. 'beats')
return {'turned'}
`;

/** generation, cursor: deletes a part of what is left of it. */
const SWEEP = `
local found = redis.call('SCAN', ARGV[4], 'MATCH', B .. ARGV[3] .. ':*', 'COUNT', 500)
for _, key in ipairs(found[2]) do redis.call('UNLINK', key) end
return {'swept', found[1]}
`;

// Scripts in Redis for the instances: who belongs to the cluster, and what they tell each other.

/** An instance that has read an older generation reads anew. */
const JOIN = `
if current() ~= P then return {'old'} end
redis.call('HSET', P .. 'members', me, '1')
redis.call('HSET', P .. 'beats', me, ms)
view()
return {'joined'}
`;

/**
 * now, retention, time to live. When no beat is recent, it is the server that was away: nobody is buried for it.
 */
const BEAT = `
local now, retention, ttl = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local beats = redis.call('HGETALL', P .. 'beats')
local newest = 0
for i = 2, #beats, 2 do newest = math.max(newest, tonumber(beats[i])) end
local buried = false
for i = 1, #beats, 2 do
  if ms - newest > ttl then redis.call('HSET', P .. 'beats', beats[i], ms)
  elseif beats[i] ~= me and ms - tonumber(beats[i + 1]) > ttl then
    bury(beats[i], now, retention)
    buried = true
  end
end
redis.call('HSET', P .. 'beats', me, ms)
if buried then view() end
return {'alive', redis.call('GET', P .. 'reg')}
`;

/** now, retention */
const LEAVE = `
if redis.call('HEXISTS', P .. 'members', me) == 0 then return {'fenced'} end
bury(me, tonumber(ARGV[3]), tonumber(ARGV[4]))
view()
return {'left'}
`;

/** Everything that instances hold in memory, as of one registry number, with the clock. */
const LOAD = `
local added = {}
for _, device in ipairs(redis.call('LRANGE', P .. 'added-order', 0, -1)) do
  added[#added + 1] = redis.call('HGET', P .. 'added', device)
end
local members = redis.call('HKEYS', P .. 'members')
table.sort(members)
local now, speed, paused = clock()
return {
  'loaded', redis.call('GET', P .. 'reg') or '0', redis.call('GET', P .. 'epoch') or '0', redis.call('GET', P .. 'settled') or '0',
  members, added, redis.call('SMEMBERS', P .. 'removed'), redis.call('HGETALL', P .. 'passwords'),
  redis.call('HGETALL', P .. 'status'), redis.call('HGETALL', P .. 'disabled'),
  text(now), text(speed), paused and 1 or 0
}
`;

/** epoch: this instance uses no device any more that belongs to others since then. */
const ACK = `
if redis.call('GET', P .. 'epoch') ~= ARGV[3] then return {'old'} end
redis.call('HSET', P .. 'acks', me, ARGV[3])
for _, member in ipairs(redis.call('HKEYS', P .. 'members')) do
  if redis.call('HGET', P .. 'acks', member) ~= ARGV[3] then return {'waiting'} end
end
redis.call('SET', P .. 'settled', ARGV[3])
redis.call('PUBLISH', P .. 'log', '0\\n{"t":"settled","epoch":' .. ARGV[3] .. '}')
return {'settled'}
`;

/** hash or nothing, field, value (nothing: removed), registers, message */
const TELL = `
if ARGV[3] ~= '' then
  if ARGV[5] == '' then redis.call('HDEL', P .. ARGV[3], ARGV[4])
  else redis.call('HSET', P .. ARGV[3], ARGV[4], ARGV[5]) end
end
if ARGV[7] ~= '' then
  if ARGV[6] == '1' then register(ARGV[7]) else redis.call('PUBLISH', P .. 'log', '0\\n' .. ARGV[7]) end
end
return {'told'}
`;

/** messages */
const EVENTS = `
for i = 3, #ARGV do redis.call('PUBLISH', P .. 'events', ARGV[i]) end
return {'told'}
`;

/** instance, message */
const SEND = `
if redis.call('PUBLISH', P .. 'in:' .. ARGV[3], ARGV[4]) == 0 then return {'away'} end
return {'sent'}
`;

/** What is read, as JSON: [command, key, argument...] of each. Nothing is changed by it. */
const LOOK = `
local found = {}
for at, each in ipairs(cjson.decode(ARGV[3])) do found[at] = redis.call(each[1], P .. each[2], unpack(each, 3)) end
return {'seen', found}
`;

export const MEMBER_SCRIPTS = {
  life: UNCHECKED + NUMBERS + TIME + BASE + CLOCK + LIFE,
  generation: UNCHECKED + NUMBERS + TIME + BASE + CLOCK + GENERATION,
  steer: PREAMBLE + NUMBERS + TIME + BASE + CLOCK + REGISTER + STEER,
  stage: PREAMBLE + BASE + STAGE,
  turn: PREAMBLE + BASE + TURN,
  sweep: UNCHECKED + BASE + SWEEP,
  join: UNCHECKED + NUMBERS + TIME + BASE + REGISTER + FINAL + BURY + JOIN,
  beat: PREAMBLE + NUMBERS + TIME + REGISTER + FINAL + BURY + BEAT,
  leave: UNCHECKED + NUMBERS + REGISTER + FINAL + BURY + LEAVE,
  load: PREAMBLE + NUMBERS + TIME + BASE + CLOCK + LOAD,
  ack: PREAMBLE + ACK,
  tell: PREAMBLE + REGISTER + TELL,
  events: PREAMBLE + EVENTS,
  send: PREAMBLE + SEND,
  look: PREAMBLE + LOOK,
} as const;
