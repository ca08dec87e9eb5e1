import type { Decoration } from './decoration.js';
import type { InterceptionSlot } from './transport/interception.js';
/** To be applied after the defects, so that it is further out than they are. */
export declare function interceptAccess(slot: InterceptionSlot): Pick<Decoration, 'ports' | 'service'>;
