import type { WsRequest } from '../../contract/schemas/message.js';
import type { Connection, Origin, RestOrigin, Upgrade, WebSocketOrigin } from '../service/origin.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { ArrivedRequest, RestReply } from './rest/message.js';
import type { Observation } from './rest/observe.js';
/** What goes to a connection, as far as it is looked at. */
export interface SentEvent {
    readonly topic: string;
    readonly eventId: string;
    readonly deviceId?: string;
}
export interface TrafficLog {
    /** What the network shows of a request, for its origin. */
    observe(observation: Observation): Pick<RestOrigin, 'seen' | 'headers' | 'client'>;
    /** What a request over REST was answered with, by whomever: the service, the transport or a fault. */
    answered(request: ArrivedRequest, reply: RestReply): void;
    /** The same for a message; its request is undefined when it could not be read, and `wire` is what came as JSON. */
    replied(origin: WebSocketOrigin, request: WsRequest | undefined, outcome: ServiceResult<string>, wire?: unknown): void;
    /**
     * The reply to a request did not leave at once.
     * @param since clock time in ms at which it turned out; default: now.
     */
    delivered(origin: Origin, outcome: 'handed-over' | 'held' | 'lost' | 'cut', since?: number): void;
    /** An upgrade that the service was not asked about. */
    declined(upgrade: Upgrade, refusal: Refusal): void;
    opened(connection: Connection, upgrade?: Upgrade): void;
    /** @param close the close frame of the service; undefined when the other side closed or the connection broke. */
    closed(connection: Connection, close?: {
        readonly code: number;
        readonly reason: string;
    }): void;
    /** @param odd it has fields or a topic that no version of the interface has. */
    sent(connection: Connection, event: SentEvent, odd?: 'fields' | 'topic'): void;
}
