// What a step keeps under a name, and the way that a request goes.
import type { Call } from '../../target/call.js';
import type { BoundDevice } from '../view/bound-device.js';
import type { ViewKind } from '../view/fields.js';
import type { ReplyView } from '../view/reply-view.js';
import type { Authentication } from '../../target/target.js';

export type CaptureRoute =
  | { readonly via: 'rest'; readonly client: string; readonly authentication?: Authentication }
  | { readonly via: 'connection'; readonly connection: string; readonly client: string };

export interface Capture {
  readonly kind: ViewKind;
  /** More than one where a step ran several times at once. */
  readonly views: readonly ReplyView[];
  readonly many: boolean;
  /** How to send the same request again. */
  readonly sent?: { readonly call: Call; readonly route: CaptureRoute; readonly device?: BoundDevice };
  /** Exchanges of the trace. */
  readonly exchanges: readonly number[];
}
