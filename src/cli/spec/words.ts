// `conform spec`: the interface as a document for other tools, in a dialect.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import type { SpecOptions } from './run.js';
import { SPEC_NAMES, type SpecName } from './names.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform spec openapi > openapi.json               the REST endpoints, OpenAPI 3.1
  conform spec asyncapi > asyncapi.yaml             the WebSocket channel, AsyncAPI 3.0
  conform spec openapi --dialect vendor.yaml        in the names of another server
  conform spec control > control.json               the control plane of a simulator, OpenAPI 3.1
  conform spec openapi --out openapi.yaml           as YAML, by the end of the name

A running simulator serves its own at /openapi.json.`;

export function addSpecCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('spec')
    .summary('print the interface, or the control plane, as OpenAPI or AsyncAPI')
    .description('Prints the interface as a document for other tools, with the names of a dialect.')
    .addArgument(new Argument('<kind>', 'kind of document').choices(SPEC_NAMES).argParser(oneOf(SPEC_NAMES)))
    .option(
      '--dialect <name|file>',
      'names that the interface leaves open: default, scrambled or a file',
      'default',
    )
    .option('--url <url>', 'where the service, or the control plane, is')
    .option('--out <file>', 'write to a file; .yaml and .json say how')
    .addHelpText('after', EXAMPLES)
    .action(async (kind: SpecName, options: SpecOptions, command: Command) => {
      if (options.url !== undefined && !URL.canParse(options.url)) {
        command.error(`error: option '--url <url>' is an address such as https://example.org`);
      }
      const { printSpec } = await import('./run.js');
      finish(await printSpec(kind, options, io));
    });
}
