// A style is a way to be different and right: it changes the service like a defect, and keeps the interface.
import type { EdgeOf } from '../edge/edge.js';

export interface Style {
  readonly id: string;
  /** What a service of this style does, in one sentence. */
  readonly summary: string;
  /** What in the interface leaves it free. */
  readonly because: string;
  readonly edge: EdgeOf;
}

/** Styles by their ids. */
export function styles(table: Readonly<Record<string, Omit<Style, 'id'>>>): Style[] {
  return Object.entries(table).map(([id, style]) => ({ id, ...style }));
}
