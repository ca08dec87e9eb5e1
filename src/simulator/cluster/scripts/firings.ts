// Scripts in Redis that count for all instances how often a fault could fire, and how often it did.
import { PREAMBLE } from './preamble.js';

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

const FIRINGS = `return {'firings', redis.call('HGETALL', P .. 'firings')}`;

export const FIRING_SCRIPTS = {
  fire: PREAMBLE + FIRE,
  firings: PREAMBLE + FIRINGS,
} as const;
