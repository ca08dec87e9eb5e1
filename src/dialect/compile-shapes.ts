// Compiles the samples of all shapes: once, before anything is encoded or decoded.
import { SHAPE_NAMES, SHAPES, type ShapeName } from '../contract/schemas/shapes.js';
import type { ScalarSettings } from './choose-scalar.js';
import { compileList } from './compile-list.js';
import { compileLiteral } from './compile-literal.js';
import { compileMap } from './compile-map.js';
import { compileObject } from './compile-object.js';
import { compileRow } from './compile-row.js';
import { compileValue } from './compile-value.js';
import type { Compiler } from './compiler.js';
import { finishScope } from './finish-scope.js';
import { leaveOutLacking } from './lacking.js';
import { type Node, NOTHING } from './node.js';
import type { ReportProblem } from './problems.js';
import type { Sample, Samples } from './sample.js';
import { createScope } from './scope.js';

/** What is wrong with the samples is reported; the nodes are of use only when nothing was. */
export function compileShapes(
  samples: Samples,
  settings: ScalarSettings,
  file: string,
  report: ReportProblem,
): ReadonlyMap<ShapeName, Node> {
  const nodes = new Map<ShapeName, Node>();
  const compiler: Compiler = {
    report,
    settings,
    placeOf: ({ line, column }) => `${file}:${line}:${column}`,
    nodeOf: (shape) => {
      const known = nodes.get(shape);
      if (known) return known;
      const sample = samples.get(shape);
      const node = sample ? compileShape(shape, sample, compiler) : NOTHING;
      nodes.set(shape, node);
      return node;
    },
    compile: (sample, scope, omissible) => {
      switch (sample.kind) {
        case 'value':
        case 'template':
          return compileValue(sample, scope, compiler);
        case 'object':
          return compileObject(sample, scope, compiler, omissible);
        case 'list':
          return compileList(sample, scope, compiler);
        case 'row':
          return compileRow(sample, scope, compiler);
        case 'map':
          return compileMap(sample, scope, compiler);
        case 'literal':
          return compileLiteral(sample, compiler);
        case 'broken':
          return NOTHING;
      }
    },
  };
  for (const shape of SHAPE_NAMES) compiler.nodeOf(shape);
  return nodes;
}

function compileShape(shape: ShapeName, sample: Sample, compiler: Compiler): Node {
  if (sample.kind !== 'object' && sample.kind !== 'map' && sample.kind !== 'broken') {
    compiler.report(
      sample.at,
      `the shape ${shape} has to be an object`,
      `Write it as { field: $placeholder }.`,
    );
    return NOTHING;
  }
  const scope = createScope(SHAPES[shape], `the shape ${shape}`, sample);
  const node = compiler.compile(sample, scope, false);
  leaveOutLacking(shape, scope, compiler.settings.without);
  return finishScope(node, scope, sample, compiler);
}
