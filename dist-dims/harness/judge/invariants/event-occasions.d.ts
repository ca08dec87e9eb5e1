import { type Bounds, type Judgement } from '../invariant.js';
import type { TraceView } from '../trace-view.js';
import type { Intended } from '../model/intended.js';
import { type Listener } from '../model/listeners.js';
/** @param listener of a connection on which no event of the device came without a cause. */
export declare function occasionsOn(listener: Listener, deviceId: string, intended: readonly Intended[], view: TraceView, { eventPatience }: Bounds): readonly Judgement[];
