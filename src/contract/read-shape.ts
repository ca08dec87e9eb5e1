// A value as the shape that it may be, where nobody has read it as that before: a trace may come from a file.
import { type ShapeName, SHAPES, type ShapeValue } from './schemas/shapes.js';

/** Undefined where it does not fit. It may have more fields than the shape. */
export function readShape<N extends ShapeName>(name: N, value: unknown): ShapeValue<N> | undefined {
  const parsed = SHAPES[name].safeParse(value);
  return parsed.success ? (value as ShapeValue<N>) : undefined;
}
