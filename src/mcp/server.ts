// The server of tools: what an agent can do with conform, over the Model Context Protocol.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { addRunTools } from './run-tools.js';
import { addSimulatorTools } from './simulator-tools.js';
import { answer, answerPage, paging, refusal, type ToolContext } from './tools.js';
import { z } from 'zod';
import { bundledHeads } from '../cli/load/scenario-heads.js';
import { ruleById, RULES, UNOBSERVABLE } from '../contract/rules/catalogue.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { matches } from '../pattern/glob.js';
import { allDefects } from '../simulator/defects/registry.js';
import { faultParameters } from '../simulator/faults/fault.js';
import { FAULT_TYPES } from '../simulator/faults/registry.js';

const INSTRUCTIONS =
  'conform judges servers of a device cloud interface, rule by rule, and simulates such a server. ' +
  'list_rules and explain_rule tell what must hold; run_checks says what breaks it, and read_findings shows the exchanges. ' +
  'start_simulator gives a server to try a client on; stage_fault makes its day a bad one, and read_journal tells what happened.';

/** @param version of the package. */
export function createToolServer(context: ToolContext, version: string): McpServer {
  const server = new McpServer({ name: 'conform', version }, { instructions: INSTRUCTIONS });
  addRuleTools(server, context);
  addRunTools(server, context);
  addSimulatorTools(server, context);
  return server;
}

// Tools about the interface: its rules, what checks them, and the faults that can be staged.

const LOOKS = { readOnlyHint: true, openWorldHint: false } as const;
const match = z.string().max(200).default('*').describe('An id, or a glob such as `idempotency.*`');

function addRuleTools(server: McpServer, context: ToolContext): void {
  addRuleList(server);
  addRuleExplanation(server, context);
  addCheckList(server, context);
  addFaultList(server);
}

function addRuleList(server: McpServer): void {
  server.registerTool(
    'list_rules',
    {
      title: 'List the rules of the interface',
      description: 'Every rule with its id, whether a server or a client has to keep it, and its sentence.',
      inputSchema: { match, side: z.enum(['service', 'client']).optional(), ...paging() },
      annotations: LOOKS,
    },
    ({ match: glob, side, offset, limit }) => {
      const rules = RULES.filter((rule) => matches(glob, rule.id) && (side ?? rule.side) === rule.side);
      const rows = rules.map(({ id, side: whose, basis, sentence }) => ({
        id,
        side: whose,
        basis,
        sentence,
      }));
      return answer(answerPage('rules', rows, offset, limit));
    },
  );
}

function addRuleExplanation(server: McpServer, { io }: ToolContext): void {
  server.registerTool(
    'explain_rule',
    {
      title: 'Explain a rule',
      description: 'One rule: its section, what checks it, and the bugs of a server that break it.',
      inputSchema: { rule: z.string().max(200).describe('The id of a rule, such as refresh.shared-budget') },
      annotations: LOOKS,
    },
    async ({ rule: id }) => {
      const rule = ruleById(id);
      if (!rule)
        return refusal(
          [
            `There is no rule "${id}".`,
            didYouMean(
              id,
              RULES.map((each) => each.id),
            ) ?? '',
          ].join(' '),
        );
      const heads = await bundledHeads(io.cwd);
      const checks = heads.ok ? heads.value.filter(({ rules }) => rules.some((each) => each === id)) : [];
      return answer({
        ...rule,
        consequence: rule.basis === 'stated' ? 'a breach fails' : 'a breach warns',
        ...(UNOBSERVABLE[rule.id as keyof typeof UNOBSERVABLE] !== undefined && {
          unobservable: UNOBSERVABLE[rule.id as keyof typeof UNOBSERVABLE],
        }),
        checks: checks.map((head) => ({ id: head.id, title: head.title })),
        defects: allDefects()
          .filter((defect) => defect.rule === id)
          .map((defect) => ({ id: defect.id, summary: defect.summary })),
      });
    },
  );
}

function addCheckList(server: McpServer, { io }: ToolContext): void {
  server.registerTool(
    'list_checks',
    {
      title: 'List the checks',
      description: 'The scenarios that come with conform: id, title, and the rules that each checks.',
      inputSchema: { match: match.describe('An id, or a glob such as `refresh/*`'), ...paging() },
      annotations: LOOKS,
    },
    async ({ match: glob, offset, limit }) => {
      const heads = await bundledHeads(io.cwd);
      if (!heads.ok) return refusal('The scenarios of conform cannot be read.');
      const rows = heads.value
        .filter(({ id }) => matches(glob, id))
        .map(({ id, title, rules }) => ({ id, title, rules }));
      return answer(answerPage('checks', rows, offset, limit));
    },
  );
}

function addFaultList(server: McpServer): void {
  server.registerTool(
    'list_faults',
    {
      title: 'List the faults',
      description:
        'The faults that stage_fault takes: what each does, its parameters and what it can be limited to.',
      inputSchema: { match: match.describe('A type, or a glob such as `*-events`'), ...paging() },
      annotations: LOOKS,
    },
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
  );
}
