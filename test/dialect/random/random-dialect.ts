// A random dialect as the text of its file, with what it shows of each shape.
import { stringify } from 'yaml';
import { OPEN_ERROR_CODES } from '../../../src/contract/error-codes.js';
import { SHAPE_NAMES, type ShapeName } from '../../../src/contract/schemas/shapes.js';
import { chance, type Draw, drawWords, pick } from './draw.js';
import type { FieldPlan, Plan, Plans } from './plan.js';
import { drawSample } from './random-sample.js';
import { plainOf, type Tree } from './sample-tree.js';

export interface RandomDialect {
  readonly text: string;
  readonly plans: Plans;
  readonly trees: ReadonlyMap<ShapeName, Tree>;
}

export function drawDialect(draw: Draw): RandomDialect {
  const plans = new Map<ShapeName, Plan>();
  const trees = new Map<ShapeName, Tree>();
  for (const shape of SHAPE_NAMES.filter((each) => each !== 'deviceState')) {
    const { tree, plan } = drawSample(draw, shape);
    plans.set(shape, plan);
    trees.set(shape, tree);
  }
  // Like the detail of a device, where a dialect does not show it.
  plans.set(
    'deviceState',
    new Map<string, FieldPlan>([...plans.get('deviceDetail')!, ['deviceId', { presence: 'never' }]]),
  );
  trees.set('deviceState', trees.get('deviceDetail')!);
  const shown = [...trees].filter(([shape]) => shape !== 'deviceState');
  const samples = Object.fromEntries(shown.map(([shape, tree]) => [shape, plainOf(tree)]));
  const file = { ...drawSettings(draw), ...samples };
  return { text: stringify(file, { lineWidth: 0 }), plans, trees };
}

function drawSettings(draw: Draw): Record<string, unknown> {
  const words = drawWords(draw, 6);
  const status = (): number => pick(draw, [400, 401, 403, 404, 409, 410, 422, 503]);
  const codes = Object.keys(OPEN_ERROR_CODES).filter(() => chance(draw, 2));
  return {
    ...(chance(draw, 3) ? {} : { indexBase: pick(draw, [0, 1]) }),
    ...(chance(draw, 2) ? {} : { paging: { limit: 'size', cursor: 'from' } }),
    ...(chance(draw, 2) ? {} : { tokenLifetime: pick(draw, ['seconds', 'minutes', 'milliseconds']) }),
    commandStatus: { pending: words.slice(0, 2), succeeded: words.slice(2, 3), failed: words.slice(3, 6) },
    errorCodes: Object.fromEntries(
      codes.map((code, index) => [code, { code: `E${index}`, status: status() }]),
    ),
  };
}
