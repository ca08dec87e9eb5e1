import type { SeenExchange } from './trace-view.js';
/** `data.retryAfterSeconds` as it stands in the reply, whatever it is. */
export declare function retryAfterGiven({ reply }: SeenExchange): unknown;
/** In seconds; undefined where no number is announced. */
export declare function retryAfterOf(exchange: SeenExchange): number | undefined;
/** In ms; undefined where no number is announced. */
export declare function announcedWait(exchange: SeenExchange): number | undefined;
