// `conform schema`: JSON Schemas, for editors and for programs that read reports.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import { SCHEMA_NAMES, type SchemaName } from './names.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform schema scenario > scenario.schema.json
  conform schema target > target.schema.json
  conform schema report > report.schema.json

An editor with a YAML language server completes, explains and checks a file that begins with
  # yaml-language-server: $schema=./scenario.schema.json
The package has all of them in its folder schemas, and what conform writes begins with such a line: docs/editors.md`;

export function addSchemaCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('schema')
    .summary('print the JSON Schema of a kind of file')
    .description(
      'Prints the JSON Schema of scenarios and their fragments, target profiles, dialects, fleets, variants, fault ' +
        'plans, days and audits of clients, the settings of a run (conform.config.yaml), or the JSON report.',
    )
    .addArgument(new Argument('<kind>', 'kind of file').choices(SCHEMA_NAMES).argParser(oneOf(SCHEMA_NAMES)))
    .addHelpText('after', EXAMPLES)
    .action(async (kind: SchemaName) => {
      const { printSchema } = await import('./run.js');
      finish(await printSchema(kind, io));
    });
}
