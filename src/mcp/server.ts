// The server of tools: what an agent can do with conform, over the Model Context Protocol.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { addRuleTools } from './rule-tools.js';
import { addRunTools } from './run-tools.js';
import { addSimulatorTools } from './simulator-tools.js';
import type { ToolContext } from './tool-context.js';

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
