// What `conform schema` does. Each schema is loaded with the area that it is about.
import { EXIT } from '../exit-codes.js';
const SCHEMAS = {
    scenario: async () => (await import('../../harness/scenario/json-schema.js')).scenarioJsonSchema,
    fleet: async () => (await import('../../simulator/fleet/json-schema.js')).fleetJsonSchema,
    'fault-plan': async () => (await import('../../simulator/faults/plan/json-schema.js')).faultPlanJsonSchema,
    report: async () => (await import('../../report/json-schema.js')).reportJsonSchema,
};
export async function printSchema(name, io) {
    const schema = await SCHEMAS[name]();
    io.out.document(`${JSON.stringify(schema(), null, 2)}\n`, 'json');
    return EXIT.passed;
}
