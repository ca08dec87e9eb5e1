// Tools that start simulators, stage faults in them, and read what has happened there.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { loadFleet } from '../cli/load/fleet.js';
import { defined } from '../kernel/defined.js';
import type { StartedSimulator } from '../library/start-simulator.js';
import { answer, MCP_LIMITS, refusal, short, tool, type Tool, type ToolContext } from './tools.js';

const simulator = z.string().max(50).describe('The name that start_simulator has given, such as simulator-1');
const choice = z.record(z.string(), z.unknown()).optional();

export const SIMULATOR_TOOLS: readonly Tool[] = [
  tool(
    'start_simulator',
    'own',
    'Start a simulator',
    'Starts the device cloud service on a free port of this machine, with the demo fleet, for a client to be tried on.',
    {
      seed: z.int().min(0).max(0x7fff_ffff).optional(),
      defects: z
        .array(z.string().max(200))
        .max(MCP_LIMITS.names)
        .default([])
        .describe('Bugs that it is to have, by id'),
    },
    ({ seed, defects }, context) =>
      inWords(async () => {
        const started = await context.simulators.start({ defects, ...(seed !== undefined && { seed }) });
        if (!started)
          return refusal(`There are ${MCP_LIMITS.simulators} simulators already. Stop one of them.`);
        const [name, { url }] = started;
        return answer({ simulator: name, url, ...fleetFacts(context) });
      }),
  ),
  tool(
    'stop_simulator',
    'own',
    'Stop a simulator',
    'Stops one of start_simulator.',
    { simulator },
    async ({ simulator: name }, { simulators }) =>
      (await simulators.stop(name)) ? answer({ stopped: name }) : unknown(name, simulators.names()),
  ),
  tool(
    'stage_fault',
    'own',
    'Stage a fault',
    'Orders a fault in a simulator, written as in a fault plan: { "fault": "latency", "with": { "delay": "2s" }, ' +
      '"on": { "route": "relays.set" }, "for": "30s" }. list_faults tells what there is.',
    {
      simulator,
      fault: z.string().max(100).describe('The type, such as response-lost'),
      on: choice.describe('Whom it is meant for; everything when absent'),
      with: choice.describe('Its parameters'),
      after: z.string().max(50).optional().describe('When it begins, such as 2s'),
      for: z.string().max(50).optional().describe('How long it lasts; until it is cleared when absent'),
      every: z.int().min(1).optional().describe('Fires at every Nth occasion only'),
      probability: z.number().gt(0).max(1).optional(),
      count: z.int().min(1).optional().describe('Fires at most so often'),
    },
    ({ simulator: name, ...order }, context) =>
      withSimulator(context, name, ({ faults }) => {
        if (faults.list().length >= MCP_LIMITS.faults)
          return refusal(`There are ${MCP_LIMITS.faults} faults already. clear_faults ends them.`);
        const id = faults.order(defined(order));
        return answer({ simulator: name, id, faults: activeOf(faults) });
      }),
  ),
  tool(
    'clear_faults',
    'own',
    'End faults',
    'Ends one fault of a simulator, or all of them.',
    { simulator, id: z.string().max(100).optional().describe('The id of stage_fault; all when absent') },
    ({ simulator: name, id }, context) =>
      withSimulator(context, name, ({ faults }) => {
        faults.clear(id);
        return answer({ simulator: name, faults: activeOf(faults) });
      }),
  ),
  tool(
    'read_journal',
    'looks',
    'Read the journal of a simulator',
    'What it was asked and answered, and what its devices have really done, oldest first. Give the last `seq` as ' +
      '`after` to read on.',
    {
      simulator,
      after: z.int().min(0).default(0).describe('Only records with a higher seq'),
      kinds: z
        .array(z.string().max(50))
        .max(20)
        .optional()
        .describe('Such as request, reply, execution, fault'),
      device: z.string().max(256).optional(),
      client: z.string().max(256).optional(),
      limit: z.int().min(1).max(MCP_LIMITS.records).default(30),
    },
    ({ simulator: name, after, kinds, device, client, limit }, context) =>
      withSimulator(context, name, ({ journal }) => {
        const all = journal.records({ kinds, device, client }).filter(({ seq }) => seq > after);
        const records = all.slice(0, limit);
        return answer({
          simulator: name,
          records: records.map((record) => compact(record)),
          lastSeq: records.at(-1)?.seq ?? after,
          leftOut: all.length - records.length,
          ...(journal.dropped > 0 && { dropped: journal.dropped }),
        });
      }),
  ),
];

/** A record whose JSON is too long is shown as the beginning of it. */
function compact(record: object): unknown {
  const text = JSON.stringify(record);
  return text.length <= MCP_LIMITS.text ? record : short(text);
}

function activeOf(faults: StartedSimulator['faults']): unknown[] {
  return faults.list().map((each) => compact(each));
}

/** The demo fleet, so that a client can begin. */
function fleetFacts({ io }: ToolContext): object {
  const fleet = loadFleet(undefined, io.cwd);
  if (!fleet.ok) return {};
  const { clients, devices } = fleet.value.spec;
  return {
    clients: clients
      .slice(0, MCP_LIMITS.rows)
      .map(({ clientId, secret, scopes }) => ({ clientId, clientSecret: secret, scopes })),
    devices: devices
      .slice(0, MCP_LIMITS.rows)
      .map(({ ids, profileId }) => ({ ids: ids.text, profile: profileId })),
  };
}

async function withSimulator(
  { simulators }: ToolContext,
  name: string,
  use: (found: StartedSimulator) => CallToolResult,
): Promise<CallToolResult> {
  const found = simulators.find(name);
  return found ? inWords(() => use(found)) : unknown(name, simulators.names());
}

function unknown(name: string, known: readonly string[]): CallToolResult {
  const others = known.length > 0 ? `Known: ${known.join(', ')}.` : 'start_simulator starts one.';
  return refusal(`There is no simulator "${name}". ${others}`);
}

/** The library throws at what is no fault and no defect; its message is meant for people. */
async function inWords(act: () => CallToolResult | Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refusal(error.message);
    throw error;
  }
}
