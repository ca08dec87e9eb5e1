// A style is a way to be different and right: it decorates the service like a defect, and keeps the interface.
import type { Decoration } from '../decoration.js';

export interface Style extends Decoration {
  readonly id: string;
  /** What a service of this style does, in one sentence. */
  readonly summary: string;
  /** What in the interface leaves it free. */
  readonly because: string;
}
