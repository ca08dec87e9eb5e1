// `conform schema`: JSON Schemas, for editors and for programs that read reports.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import { SCHEMA_NAMES, type SchemaName } from './names.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform schema scenario > scenario.schema.json
  conform schema profile > profile.schema.json
  conform schema report > report.schema.json

An editor with a YAML language server completes and checks a file that begins with
  # yaml-language-server: $schema=./scenario.schema.json`;

export function addSchemaCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('schema')
    .summary('print the JSON Schema of a kind of file')
    .description(
      'Prints the JSON Schema of scenarios, target profiles, dialects, fleets, fault plans, days and audits of ' +
        'clients, the settings of a run (conform.config.yaml), or the JSON report.',
    )
    .addArgument(new Argument('<kind>', 'kind of file').choices(SCHEMA_NAMES).argParser(oneOf(SCHEMA_NAMES)))
    .addHelpText('after', EXAMPLES)
    .action(async (kind: SchemaName) => {
      const { printSchema } = await import('./run.js');
      finish(await printSchema(kind, io));
    });
}
