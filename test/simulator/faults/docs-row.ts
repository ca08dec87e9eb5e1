// The row of a fault in docs/faults.md, as the registry would have it.
import { z } from 'zod';
import type { FaultType } from '../../../src/simulator/faults/fault.js';

interface Property {
  readonly default?: unknown;
  readonly description?: string;
}

export function docsRow(fault: FaultType): string {
  const keeps = fault.legality.legal ? 'yes' : `no, ${fault.legality.breaks.map(code).join(', ')}`;
  const cells = [
    code(fault.type),
    fault.summary,
    parametersOf(fault),
    fault.selects.map(code).join(', ') || '–',
    fault.occasion,
    keeps,
  ];
  return `| ${cells.join(' | ')} |`;
}

function parametersOf(fault: FaultType): string {
  const schema = z.toJSONSchema(fault.parameters, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  const required = new Set(schema.required);
  const words = Object.entries(properties).map(([name, property]) => {
    const preset = required.has(name)
      ? ' (needed)'
      : property.default === undefined
        ? ''
        : ` (${written(property.default)})`;
    const description = property.description === undefined ? '' : `: ${property.description}`;
    return `${code(name)}${preset}${description}`;
  });
  return words.join('; ') || '–';
}

function written(value: unknown): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}
