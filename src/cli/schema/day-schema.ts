// The JSON Schema of a day with the faults and the limits of the simulator, which the judge of clients does not know.
import { dayJsonSchema } from '../../audit/json-schemas.js';
import type { JsonSchema } from '../../document/editor-schema.js';
import { faultPlanJsonSchema } from '../../simulator/faults/plan/json-schema.js';
import { fleetJsonSchema } from '../../simulator/fleet/fleet-file.js';

interface List {
  readonly items: { readonly anyOf: readonly JsonSchema[] } & JsonSchema;
}

/** In a day, a fault may also wait for what the client does. */
export function wholeDaySchema(): JsonSchema {
  const day = dayJsonSchema();
  const entries = day.properties?.['faults'] as List;
  const { when, draws } = entries.items.properties ?? {};
  const orders = faultPlanJsonSchema().properties?.['faults'] as List;
  const faults = orders.items.anyOf.map((order) => ({
    ...order,
    properties: { ...order.properties, when: { $ref: '#/$defs/when' }, draws: { $ref: '#/$defs/draws' } },
  }));
  const limits = { ...(fleetJsonSchema().properties?.['limits'] as object), ...describedAs(day, 'limits') };
  return {
    ...day,
    $defs: { ...(day['$defs'] as object), when, draws },
    properties: { ...day.properties, limits, faults: { ...entries, items: { anyOf: faults } } },
  };
}

function describedAs(day: JsonSchema, key: string): object {
  const property = day.properties?.[key];
  return property && 'description' in property ? { description: property.description } : {};
}
