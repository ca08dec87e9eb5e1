import { type Invariant } from './invariant.js';
/**
 * Events may come late, twice, in another order, and one for each change though changes came together: that a
 * channel differs from the event before and is not named is no breach, when another event names it.
 * What proves a breach:
 * - `changes` is empty. That is no relay and no input: such an event is sent for nothing that may send one, be
 *   it a configuration or an analog value. (That an event follows a configuration proves nothing: another
 *   change may be its cause.)
 * - a channel is named that the complete state does not have.
 * - a channel has changed between two events of one connection, no event of it names that channel, and the
 *   connection was long enough open before and after for all that were on their way.
 */
export declare const eventState: Invariant;
