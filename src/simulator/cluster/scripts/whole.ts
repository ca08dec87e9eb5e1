// Scripts in Redis for the cluster as a whole: its time, and its generations. All that the service remembers belongs to
// one generation, which is a part of the prefix of its keys. A reset begins the next one, in one step for all instances.
import { NUMBERS, PREAMBLE, REGISTER } from './preamble.js';

export const UNCHECKED = `
local P = KEYS[1]
local me = ARGV[1]
`;

export const TIME = `
local time = redis.call('TIME')
local ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/** What is above all generations. */
export const BASE = `
local B = string.match(P, '^(.*:)[^:]+:$')
local function current() return B .. (redis.call('GET', B .. 'generation') or 'first') .. ':' end
`;

/** The clock of all: where it stood at a time of the server, and how fast it goes from there. */
export const CLOCK = `
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

export const WHOLE_SCRIPTS = {
  life: UNCHECKED + NUMBERS + TIME + BASE + CLOCK + LIFE,
  generation: UNCHECKED + NUMBERS + TIME + BASE + CLOCK + GENERATION,
  steer: PREAMBLE + NUMBERS + TIME + BASE + CLOCK + REGISTER + STEER,
  stage: PREAMBLE + BASE + STAGE,
  turn: PREAMBLE + BASE + TURN,
  sweep: UNCHECKED + BASE + SWEEP,
} as const;
