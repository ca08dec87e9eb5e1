// `conform mcp`: the tools of conform for agents, over standard input and output.
import type { Command } from 'commander';
import { collect } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { McpOptions } from './run.js';

const EXAMPLES = `
Examples:
  conform mcp                                       simulators only
  conform mcp --target lab.yaml                     the server of the profile, too; nothing is changed there
  conform mcp --target lab.yaml --allow-changes     checks may switch what the profile lists, and put it back

An agent is told to start it with a file such as
  { "mcpServers": { "conform": { "command": "npx", "args": ["relaybench", "mcp"] } } }`;

export function addMcpCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('mcp')
    .summary('serve tools for agents (Model Context Protocol) over stdin and stdout')
    .description(
      'Serves tools for agents over standard input and output, by the Model Context Protocol: rules, runs, findings, ' +
        'simulators, faults, journals. It ends when its input ends.',
    )
    .option(
      '-t, --target <file>',
      'a profile whose server may be checked; may be given several times',
      collect,
      [],
    )
    .option('--allow-changes', 'checks may change what the profiles list; without it they only read')
    .addHelpText('after', EXAMPLES)
    .action(async (options: McpOptions) => {
      const { serveTools } = await import('./run.js');
      finish(await serveTools(options, io));
    });
}
