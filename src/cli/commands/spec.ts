// `conform spec`: the interface as a document for other tools, in a dialect.
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { stringify } from 'yaml';
import { asyncApiDocument } from '../../specification/async-api.js';
import type { About } from '../../specification/info.js';
import { openApiDocument } from '../../specification/open-api.js';
import { complain } from '../complaints.js';
import { EXIT, type ExitCode, type Finish } from '../exit-codes.js';
import { isYaml, writeText } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load-dialect.js';

const EXAMPLES = `
Examples:
  conform spec openapi > openapi.json               the REST endpoints, OpenAPI 3.1
  conform spec asyncapi > asyncapi.yaml             the WebSocket channel, AsyncAPI 3.0
  conform spec openapi --dialect vendor.yaml        in the names of another server
  conform spec openapi --out openapi.yaml           as YAML, by the end of the name

A running simulator serves its own at /openapi.json.`;

const DOCUMENTS = {
  openapi: { make: openApiDocument, yaml: false },
  asyncapi: { make: asyncApiDocument, yaml: true },
} as const;
type Kind = keyof typeof DOCUMENTS;

interface SpecOptions {
  readonly dialect: string;
  readonly out?: string;
  readonly url?: string;
}

export function addSpecCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('spec')
    .summary('print the interface as OpenAPI or AsyncAPI')
    .description('Prints the interface as a document for other tools, with the names of a dialect.')
    .addArgument(new Argument('<kind>', 'kind of document').choices(Object.keys(DOCUMENTS)))
    .option(
      '--dialect <name|file>',
      'names that the interface leaves open: default, scrambled or a file',
      'default',
    )
    .option('--url <url>', 'where the service is')
    .option('--out <file>', 'write to a file; .yaml and .json say how')
    .addHelpText('after', EXAMPLES)
    .action(async (kind: Kind, options: SpecOptions, command: Command) => {
      if (options.url !== undefined && !URL.canParse(options.url)) {
        command.error(`error: option '--url <url>' is an address such as https://example.org`);
      }
      finish(await print(kind, options, io));
    });
}

async function print(kind: Kind, { dialect: name, out, url }: SpecOptions, io: Io): Promise<ExitCode> {
  const dialect = loadDialect(name, io.cwd);
  if (!dialect.ok) {
    complain(io, dialect.complaints);
    return EXIT.usage;
  }
  const about: About = url === undefined ? {} : { serverUrl: url };
  const { make, yaml } = DOCUMENTS[kind];
  const document = make(dialect.value, about);
  if (out === undefined) {
    io.out.write(asText(document, yaml));
    return EXIT.passed;
  }
  const asYaml = isYaml(out) || (yaml && !out.endsWith('.json'));
  const complaint = await writeText(resolve(io.cwd, out), asText(document, asYaml));
  if (complaint === undefined) return EXIT.passed;
  complain(io, [{ kind: 'words', message: complaint }]);
  return EXIT.usage;
}

function asText(document: object, yaml: boolean): string {
  return yaml
    ? stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
    : `${JSON.stringify(document, null, 2)}\n`;
}
