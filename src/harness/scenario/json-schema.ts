// The JSON Schema of scenario files, for editors.

export function scenarioJsonSchema(): Record<string, unknown> {
  throw new Error('not written yet');
}
