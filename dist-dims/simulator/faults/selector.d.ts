import { z } from 'zod';
import { type EndpointName } from '../../contract/endpoints.js';
import { type EventTopic } from '../../contract/topics.js';
export declare const SELECTOR_KEYS: readonly ['device', 'profile', 'client', 'route', 'topic'];
export type SelectorKey = (typeof SELECTOR_KEYS)[number];
export interface Selector {
    /** Ids in which `*` stands for any text; likewise for profiles and clients. */
    readonly device?: readonly string[] | undefined;
    readonly profile?: readonly string[] | undefined;
    readonly client?: readonly string[] | undefined;
    readonly route?: readonly EndpointName[] | undefined;
    readonly topic?: readonly EventTopic[] | undefined;
}
/** What a fault could hit, as far as it is known. */
export interface Target {
    readonly deviceId?: string | undefined;
    readonly clientId?: string | undefined;
    readonly route?: EndpointName | undefined;
    readonly topic?: EventTopic | undefined;
}
export type Selects = (target: Target) => boolean;
/** A schema with the keys that a fault type understands. */
export declare function selectorSchema(keys: readonly SelectorKey[]): z.ZodType<Selector>;
/** @param profileOf the profile of a device; asked only when the selector names profiles. */
export declare function createSelects(selector: Selector, profileOf: (deviceId: string) => string | undefined): Selects;
/** For people: `relays.set of bench-01, bench-02 by operator`, or `everything`. */
export declare function describeSelector({ device, profile, client, route: routes, topic: topics, }: Selector): string;
