// Ends the compilation of all that a scope shows: what is missing is reported, and what several places tell together
// is put together after each of them was read.
import type { Compiler } from './compiler.js';
import type { Node } from './node.js';
import { isBroken, type Sample } from './sample.js';
import { reportMissing, type ShapeScope } from './scope.js';

export function finishScope(node: Node, scope: ShapeScope, sample: Sample, { report }: Compiler): Node {
  // A part that could not be read may have shown anything.
  if (!isBroken(sample)) reportMissing(scope, sample.at, report);
  const finishers = [...scope.finishers, ...[...scope.together.values()].map((each) => each.close(report))];
  if (finishers.length === 0) return node;
  return {
    ...node,
    decode: (wire, into, run) => {
      node.decode(wire, into, run);
      for (const finish of finishers) finish(into, run);
    },
  };
}
