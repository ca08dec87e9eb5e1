import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../kernel/clock.js';
import type { RestReply } from './message.js';
/** Is told what became of a reply. */
export type DeliveryWitness = (outcome: 'handed-over' | 'lost' | 'cut') => void;
export declare function writeReply(response: ServerResponse, reply: RestReply, clock: Clock, witness?: DeliveryWitness): Promise<void>;
/** All headers of a reply except those of the connection. */
export declare function headersOf(reply: RestReply): Record<string, string>;
