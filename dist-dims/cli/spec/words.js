// `conform spec`: the interface as a document for other tools, in a dialect.
import { Argument } from 'commander';
import { oneOf } from '../arguments.js';
import { SPEC_NAMES } from './names.js';
const EXAMPLES = `
Examples:
  conform spec openapi > openapi.json               the REST endpoints, OpenAPI 3.1
  conform spec asyncapi > asyncapi.yaml             the WebSocket channel, AsyncAPI 3.0
  conform spec openapi --dialect vendor.yaml        in the names of another server
  conform spec openapi --out openapi.yaml           as YAML, by the end of the name

A running simulator serves its own at /openapi.json.`;
export function addSpecCommand(program, io, finish) {
    program
        .command('spec')
        .summary('print the interface as OpenAPI or AsyncAPI')
        .description('Prints the interface as a document for other tools, with the names of a dialect.')
        .addArgument(new Argument('<kind>', 'kind of document').choices(SPEC_NAMES).argParser(oneOf(SPEC_NAMES)))
        .option('--dialect <name|file>', 'names that the interface leaves open: default, scrambled or a file', 'default')
        .option('--url <url>', 'where the service is')
        .option('--out <file>', 'write to a file; .yaml and .json say how')
        .addHelpText('after', EXAMPLES)
        .action(async (kind, options, command) => {
        if (options.url !== undefined && !URL.canParse(options.url)) {
            command.error(`error: option '--url <url>' is an address such as https://example.org`);
        }
        const { printSpec } = await import('./run.js');
        finish(await printSpec(kind, options, io));
    });
}
