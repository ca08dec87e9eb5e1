import { expect, test } from 'vitest';
import { faultPlanJsonSchema } from '../../../../src/simulator/faults/plan/json-schema.js';
import { FAULT_TYPES } from '../../../../src/simulator/faults/registry.js';
import type { Wire } from '../staged.js';

test('the JSON Schema knows every fault with its parameters and selectors', () => {
  const { properties } = faultPlanJsonSchema() as { properties: { faults: { items: { anyOf: Wire[] } } } };
  const branches = properties.faults.items.anyOf;
  expect(branches.map((branch) => branch.properties.fault.const)).toEqual(
    FAULT_TYPES.map(({ type }) => type),
  );
  for (const [at, fault] of FAULT_TYPES.entries()) {
    const { on, with: parameters } = branches[at].properties;
    expect(Object.keys(on.properties)).toEqual([...fault.selects]);
    expect(Object.keys(parameters.properties)).toEqual(Object.keys(fault.parameters.shape));
    expect(branches[at].additionalProperties).toBe(false);
    expect(branches[at].required).toEqual(['fault']);
  }
});
