// JSON Schemas read by a validator that is not ours.
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Checker {
  /** What does not fit the schema, in words; empty when all does. */
  faults(schema: object, data: unknown): string[];
}

/** @param root a document to whose parts the schemas refer as `#/…`. */
export function createChecker(root: object = {}): Checker {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    // The names of a wire may be `constructor` and the like.
    ownProperties: true,
    // Patterns say it, more strictly.
    validateFormats: false,
  });
  // The document around the schemas is no schema itself.
  ajv.addVocabulary(Object.keys(root));
  ajv.addSchema({ $id: 'https://document.example/', ...root }, 'https://document.example/', undefined, false);
  const compiled = new WeakMap<object, ReturnType<Ajv2020['compile']>>();
  return {
    faults: (schema, data) => {
      const known = compiled.get(schema) ?? ajv.compile(absolute(schema) as object);
      compiled.set(schema, known);
      if (known(data)) return [];
      return (known.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
    },
  };
}

/** The schema with its references leading into the document. */
function absolute(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(absolute);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? `https://document.example/${value}`
        : absolute(value),
    ]),
  );
}
