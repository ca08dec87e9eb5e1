// The server of tools: what an agent can do with conform, over the Model Context Protocol.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { bundledScenarios } from '../cli/load/scenarios.js';
import { ruleById, RULES, UNOBSERVABLE } from '../contract/rules/catalogue.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { matches } from '../pattern/glob.js';
import { allDefects } from '../simulator/defects/registry.js';
import { faultParameters } from '../simulator/faults/fault.js';
import { FAULT_TYPES } from '../simulator/faults/registry.js';
import { RUN_TOOLS } from './run-tools.js';
import { SIMULATOR_TOOLS } from './simulator-tools.js';
import { answer, answerPage, paging, refusal, tool, type Tool, type ToolContext } from './tools.js';

const INSTRUCTIONS =
  'conform judges servers of a device cloud interface, rule by rule, and simulates such a server. ' +
  'list_rules and explain_rule tell what must hold; run_checks says what breaks it, and read_findings shows the exchanges. ' +
  'start_simulator gives a server to try a client on; stage_fault makes its day a bad one, and read_journal tells what happened.';

/** @param version of the package. */
export function createToolServer(context: ToolContext, version: string): McpServer {
  const server = new McpServer({ name: 'conform', version }, { instructions: INSTRUCTIONS });
  const annotations = {
    looks: { readOnlyHint: true, openWorldHint: false },
    own: { openWorldHint: false, destructiveHint: false },
    target: { destructiveHint: context.allowChanges, openWorldHint: context.targets.length > 0 },
  };
  for (const { name, title, description, input, reach, run } of TOOLS) {
    const about = { title, description, inputSchema: input, annotations: annotations[reach] };
    server.registerTool(name, about, (given, { signal }) => run(given as never, context, signal));
  }
  return server;
}

// Tools about the interface: its rules, what checks them, and the faults that can be staged.

const match = z.string().max(200).default('*').describe('An id, or a glob such as `idempotency.*`');

const RULE_TOOLS: readonly Tool[] = [
  tool(
    'list_rules',
    'looks',
    'List the rules of the interface',
    'Every rule with its id, whether a server or a client has to keep it, and its sentence.',
    { match, side: z.enum(['service', 'client']).optional(), ...paging() },
    ({ match: glob, side: asked, offset, limit }) => {
      const rules = RULES.filter((rule) => matches(glob, rule.id) && (asked ?? rule.side) === rule.side);
      const rows = rules.map(({ id, side, basis, sentence }) => ({ id, side, basis, sentence }));
      return answer(answerPage('rules', rows, offset, limit));
    },
  ),
  tool(
    'explain_rule',
    'looks',
    'Explain a rule',
    'One rule: its section, what checks it, and the bugs of a server that break it.',
    { rule: z.string().max(200).describe('The id of a rule, such as refresh.shared-budget') },
    async ({ rule: id }, { io }) => {
      const rule = ruleById(id);
      const ids = RULES.map((each) => each.id);
      if (!rule) return refusal([`There is no rule "${id}".`, didYouMean(id, ids) ?? ''].join(' '));
      const scenarios = bundledScenarios(io.cwd);
      const checks = scenarios.ok
        ? scenarios.value.filter(({ rules }) => rules.some((each) => each === id))
        : [];
      const unobservable = UNOBSERVABLE[rule.id as keyof typeof UNOBSERVABLE];
      return answer({
        ...rule,
        consequence: rule.basis === 'stated' ? 'a breach fails' : 'a breach warns',
        ...(unobservable !== undefined && { unobservable }),
        checks: checks.map(({ id: check, title }) => ({ id: check, title })),
        defects: allDefects()
          .filter((defect) => defect.rule === id)
          .map((defect) => ({ id: defect.id, summary: defect.summary })),
      });
    },
  ),
  tool(
    'list_checks',
    'looks',
    'List the checks',
    'The scenarios that come with conform: id, title, and the rules that each checks.',
    { match: match.describe('An id, or a glob such as `refresh/*`'), ...paging() },
    async ({ match: glob, offset, limit }, { io }) => {
      const scenarios = bundledScenarios(io.cwd);
      if (!scenarios.ok) return refusal('The scenarios of conform cannot be read.');
      const meant = scenarios.value.filter(({ id }) => matches(glob, id));
      const rows = meant.map(({ id, title, rules }) => ({ id, title, rules }));
      return answer(answerPage('checks', rows, offset, limit));
    },
  ),
  tool(
    'list_faults',
    'looks',
    'List the faults',
    'The faults that stage_fault takes: what each does, its parameters and what it can be limited to.',
    { match: match.describe('A type, or a glob such as `*-events`'), ...paging() },
    ({ match: glob, offset, limit }) => {
      const rows = FAULT_TYPES.filter(({ type }) => matches(glob, type)).map((fault) => ({
        fault: fault.type,
        summary: fault.summary,
        keepsTheInterface: fault.legality.legal,
        on: fault.selects,
        with: faultParameters(fault),
      }));
      return answer(answerPage('faults', rows, offset, limit));
    },
  ),
];

export const TOOLS: readonly Tool[] = [...RULE_TOOLS, ...RUN_TOOLS, ...SIMULATOR_TOOLS];
