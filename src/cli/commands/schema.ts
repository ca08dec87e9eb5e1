// `conform schema`: JSON Schemas, for editors and for programs that read reports.
import { Argument, type Command } from 'commander';
import { scenarioJsonSchema } from '../../harness/scenario/json-schema.js';
import { reportJsonSchema } from '../../report/json-schema.js';
import { faultPlanJsonSchema } from '../../simulator/faults/plan/json-schema.js';
import { fleetJsonSchema } from '../../simulator/fleet/json-schema.js';
import { EXIT, type Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const SCHEMAS = {
  scenario: scenarioJsonSchema,
  fleet: fleetJsonSchema,
  'fault-plan': faultPlanJsonSchema,
  report: reportJsonSchema,
} as const;
type SchemaName = keyof typeof SCHEMAS;

const EXAMPLES = `
Examples:
  conform schema scenario > scenario.schema.json
  conform schema report > report.schema.json

An editor with a YAML language server completes and checks a file that begins with
  # yaml-language-server: $schema=./scenario.schema.json`;

export function addSchemaCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('schema')
    .summary('print the JSON Schema of a kind of file')
    .description('Prints the JSON Schema of scenarios, fleets, fault plans or the JSON report.')
    .addArgument(new Argument('<kind>', 'kind of file').choices(Object.keys(SCHEMAS)))
    .addHelpText('after', EXAMPLES)
    .action((kind: SchemaName) => {
      io.out.write(`${JSON.stringify(SCHEMAS[kind](), null, 2)}\n`);
      finish(EXIT.passed);
    });
}
