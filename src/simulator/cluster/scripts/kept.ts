// Scripts in Redis that read what is kept, for snapshots and for people who look at the control plane. They change nothing.
import { FIELDS } from './commands.js';
import { PREAMBLE } from './preamble.js';

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
