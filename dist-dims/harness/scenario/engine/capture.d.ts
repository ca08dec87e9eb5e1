import type { Call } from '../../target/call.js';
import type { BoundDevice } from '../view/bound-device.js';
import type { ViewKind } from '../view/fields.js';
import type { View } from '../view/reply-view.js';
import type { Authentication } from '../../target/target.js';
export type Route = {
    readonly via: 'rest';
    readonly client: string;
    readonly authentication?: Authentication;
} | {
    readonly via: 'connection';
    readonly connection: string;
    readonly client: string;
};
export interface Capture {
    readonly kind: ViewKind;
    /** More than one where a step ran several times at once. */
    readonly views: readonly View[];
    readonly many: boolean;
    /** How to send the same request again. */
    readonly sent?: {
        readonly call: Call;
        readonly route: Route;
        readonly device?: BoundDevice;
    };
    /** Exchanges of the trace. */
    readonly exchanges: readonly number[];
}
