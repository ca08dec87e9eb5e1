// What `conform schema` does. Each schema is loaded with the area that it is about.
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { SchemaName } from './names.js';

const SCHEMAS: Readonly<Record<SchemaName, () => Promise<() => unknown>>> = {
  scenario: async () => (await import('../../harness/scenario/json-schema.js')).scenarioJsonSchema,
  profile: async () => (await import('../../harness/profile/json-schema.js')).profileJsonSchema,
  dialect: async () => (await import('../../dialect/file-schema.js')).dialectJsonSchema,
  fleet: async () => (await import('../../simulator/fleet/json-schema.js')).fleetJsonSchema,
  'fault-plan': async () => (await import('../../simulator/faults/plan/json-schema.js')).faultPlanJsonSchema,
  day: async () => (await import('../../audit/json-schemas.js')).dayJsonSchema,
  audit: async () => (await import('../../audit/json-schemas.js')).auditJsonSchema,
  config: async () => (await import('../config/config-schema.js')).configJsonSchema,
  report: async () => (await import('../../report/json-schema.js')).reportJsonSchema,
};

export async function printSchema(name: SchemaName, io: Io): Promise<ExitCode> {
  const schema = await SCHEMAS[name]();
  io.out.document(`${JSON.stringify(schema(), null, 2)}\n`, 'json');
  return EXIT.passed;
}
