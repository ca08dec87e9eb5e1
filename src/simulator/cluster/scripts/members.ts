// Scripts in Redis for the instances: who belongs to the cluster, and what they tell each other.
import { BURY, FINAL, NUMBERS, PREAMBLE, REGISTER } from './preamble.js';
import { BASE, CLOCK, TIME, UNCHECKED } from './whole.js';

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

/** device */
const MEMORY = `return {'memory', redis.call('HGET', P .. 'memories', ARGV[3])}`;

const FENCE = `return {'fence'}`;

export const MEMBER_SCRIPTS = {
  join: UNCHECKED + NUMBERS + TIME + BASE + REGISTER + FINAL + BURY + JOIN,
  beat: PREAMBLE + NUMBERS + TIME + REGISTER + FINAL + BURY + BEAT,
  leave: UNCHECKED + NUMBERS + REGISTER + FINAL + BURY + LEAVE,
  load: PREAMBLE + NUMBERS + TIME + BASE + CLOCK + LOAD,
  ack: PREAMBLE + ACK,
  tell: PREAMBLE + REGISTER + TELL,
  events: PREAMBLE + EVENTS,
  send: PREAMBLE + SEND,
  memory: PREAMBLE + MEMORY,
  fence: PREAMBLE + FENCE,
} as const;
