// Every style by its id: what a variant may name.
import { FRAME_STYLES } from './frames.js';
import { SERVICE_STYLES } from './service.js';
import type { Style } from './style.js';
import { WIRE_STYLES } from './wire.js';

const STYLES = [...FRAME_STYLES, ...SERVICE_STYLES, ...WIRE_STYLES].toSorted((a, b) =>
  a.id < b.id ? -1 : 1,
);

/** In the order of their ids. */
export function allStyles(): readonly Style[] {
  return STYLES;
}

export function findStyle(id: string): Style | undefined {
  return STYLES.find((style) => style.id === id);
}
