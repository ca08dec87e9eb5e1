// Compiles what a sample writes as it stands, and requires as it stands.
import type { Compiler } from './compiler.js';
import { addMismatch, shown } from './decode-run.js';
import type { Node } from './node.js';
import type { Literal } from './sample.js';

export function compileLiteral({ value, at }: Literal, compiler: Compiler): Node {
  const declaredAt = compiler.placeOf(at);
  const expected = shown(value);
  const text = JSON.stringify(value);
  const items = Array.isArray(value) ? (value as unknown[]) : undefined;
  const fits = items ? (wire: unknown) => sameItems(items, wire) : (wire: unknown) => wire === value;
  return {
    optional: false,
    // A list is copied: who gets a message may change it.
    encode: items ? () => structuredClone(items) : () => value,
    write: () => text,
    describe: () => ({ const: value }),
    decode: (wire, _, run) => {
      if (!fits(wire)) addMismatch(run, expected, wire, declaredAt);
    },
  };
}

/** Lists of scalars and of such lists: a sample has no other literals. */
function sameItems(items: readonly unknown[], wire: unknown): boolean {
  if (!Array.isArray(wire) || wire.length !== items.length) return false;
  return items.every((item, index) => {
    const other: unknown = wire[index];
    return Array.isArray(item) ? sameItems(item as unknown[], other) : item === other;
  });
}
