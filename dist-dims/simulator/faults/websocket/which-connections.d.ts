import { z } from 'zod';
import type { FaultAct } from '../fault.js';
import type { ConnectionHandle } from '../engine/connection-handle.js';
import type { FaultSite, Firing } from '../engine/site.js';
export declare const CONNECTION_CHOICES: readonly ['open', 'new', 'all'];
export type ConnectionChoice = (typeof CONNECTION_CHOICES)[number];
export declare function connectionChoice(byDefault: ConnectionChoice): z.ZodDefault<z.ZodEnum<{
    all: "all";
    new: "new";
    open: "open";
}>>;
/** Each connection is an occasion. */
export declare function onConnections(site: FaultSite, choice: ConnectionChoice, hit: (connection: ConnectionHandle, firing: Firing) => void): Pick<FaultAct, 'begin' | 'connected'>;
