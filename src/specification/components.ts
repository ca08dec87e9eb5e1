// The schemas to which both documents refer: one for each shape of the dialect, and one for each operation's
// command.
import { OPERATION_NAMES, operationFacts, type OperationName } from '../contract/operations.js';
import { SHAPE_NAMES } from '../contract/schemas/shapes.js';
import { canonicalJsonSchema, type Dialect, type ShapeSchema } from '../dialect/dialect.js';
import { has } from './has.js';
import { commandName, FIXED_SHAPES } from './payloads.js';

const PREFIX = '#/components/schemas/';

export function refer(name: string): ShapeSchema {
  return { $ref: PREFIX + name };
}

/** Of all the schemas, those that `document` needs, by name. */
export function componentsFor(document: unknown, dialect: Dialect): Record<string, ShapeSchema> {
  const all = allSchemas(dialect);
  const needed = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      const name =
        key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX) ? value : undefined;
      if (name === undefined) visit(value);
      else if (!needed.has(name)) {
        needed.add(name);
        visit(all[name.slice(PREFIX.length)]);
      }
    }
  };
  visit(document);
  return Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(PREFIX + name)));
}

function allSchemas(dialect: Dialect): Record<string, ShapeSchema> {
  const { shapes } = dialect;
  const operations = OPERATION_NAMES.filter((name) => has(dialect, operationFacts(name)));
  return {
    ...Object.fromEntries(
      Object.entries(FIXED_SHAPES).map(([name, each]) => [name, canonicalJsonSchema(each)]),
    ),
    ...Object.fromEntries(SHAPE_NAMES.map((name) => [name, shapes[name].schema({ refer })])),
    ...Object.fromEntries(operations.map((name) => [commandName(name), commandSchema(dialect, name)])),
    command: { oneOf: operations.map((name) => refer(commandName(name))) },
    executeRequest: { oneOf: operations.map((name) => executeSchema(dialect, name)) },
  };
}

function commandSchema(dialect: Dialect, operation: OperationName): ShapeSchema {
  const { params, result } = operationFacts(operation);
  return dialect.shapes.command.schema({
    refer,
    fixed: { operation },
    open: { params: refer(params), ...(result ? { result: refer(result) } : {}) },
  });
}

function executeSchema(dialect: Dialect, operation: OperationName): ShapeSchema {
  return dialect.shapes.executeRequest.schema({
    refer,
    fixed: { 'operation.name': operation },
    open: { 'operation.params': refer(operationFacts(operation).params) },
  });
}
