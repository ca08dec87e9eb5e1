import { describe, expect, it } from 'vitest';
import { fleetJsonSchema } from '../../../src/simulator/fleet/fleet-file.js';

describe('the JSON Schema of fleet files', () => {
  const schema = fleetJsonSchema() as {
    properties: Record<string, { properties: Record<string, { pattern: string; description: string }> }>;
    required: string[];
    additionalProperties: boolean;
  };

  it('names the sections and wants the profiles', () => {
    expect(Object.keys(schema.properties)).toEqual([
      'seed',
      'timing',
      'limits',
      'profiles',
      'devices',
      'clients',
    ]);
    expect(schema.required).toEqual(['profiles']);
    expect(schema.additionalProperties).toBe(false);
  });

  it('says what a duration looks like, and what the keys mean', () => {
    const { timing, limits } = schema.properties;
    expect(new RegExp(timing?.properties['refresh']?.pattern ?? '').test('1m 30s')).toBe(true);
    expect(limits?.properties['refreshInterval']?.description).toContain('two refreshes');
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
