// A part of a YAML document as a document of its own, so that what reads a whole file can read a part of one.
import type { Path, YamlDocument } from './yaml-document.js';

/** The value at `path`, with the places of the whole. */
export function partOf(document: YamlDocument, path: Path): YamlDocument {
  return {
    ...document,
    value: path.reduce<unknown>(
      (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
      document.value,
    ),
    placeOf: (inner) => document.placeOf([...path, ...inner]),
    placeOfKey: (inner) => document.placeOfKey([...path, ...inner]),
  };
}
