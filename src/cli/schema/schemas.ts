// The JSON Schema of each kind of file. Each is loaded with the area that it is about.
import type { JsonSchema } from '../../document/editor-schema.js';
import type { SchemaName } from '../names.js';

type Load = () => Promise<JsonSchema>;

const target: Load = async () =>
  (await import('../../harness/profile/profile-schema.js')).profileJsonSchema();

const SCHEMAS: Readonly<Record<SchemaName, Load>> = {
  scenario: async () => (await import('../../harness/scenario/json-schema.js')).scenarioJsonSchema(),
  fragment: async () => (await import('../../harness/scenario/json-schema.js')).fragmentJsonSchema(),
  target,
  profile: target,
  dialect: async () => (await import('../../dialect/settings.js')).dialectJsonSchema(),
  fleet: async () => (await import('../../simulator/fleet/fleet-file.js')).fleetJsonSchema(),
  variant: async () => (await import('../../simulator/variants/json-schema.js')).variantJsonSchema(),
  'fault-plan': async () =>
    (await import('../../simulator/faults/plan/json-schema.js')).faultPlanJsonSchema(),
  day: async () => (await import('./day-schema.js')).wholeDaySchema(),
  audit: async () => (await import('../../audit/json-schemas.js')).auditJsonSchema(),
  config: async () => (await import('../config/settle.js')).configJsonSchema(),
  report: async () => (await import('../../report/json-schema.js')).reportJsonSchema(),
};

export function schemaOf(name: SchemaName): Promise<JsonSchema> {
  return SCHEMAS[name]();
}
