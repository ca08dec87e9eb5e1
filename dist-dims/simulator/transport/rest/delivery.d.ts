import type { Socket } from 'node:net';
import type { ServerParts } from '../server-parts.js';
import type { Arrival } from './message.js';
import type { DeliveryWitness } from './write-reply.js';
export interface Deliveries {
    arrival(socket: Socket): Arrival;
    witness(socket: Socket, arrival: Arrival): DeliveryWitness;
}
/** Undefined where nobody records. */
export declare function createDeliveries({ traffic, clock }: ServerParts, instance?: string): Deliveries | undefined;
