// What a fault is: its parameters, what it applies to, whether the service still keeps the interface, and how the
// fault acts on requests, events, connections and devices.
import type { z } from 'zod';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { DeviceIdentity } from '../fleet/fleet-spec.js';
import type { DeviceInfluences } from '../device/influences.js';
import type { ServiceEvent } from '../service/ports.js';
import type { ServiceResult, Refusal } from '../service/outcome.js';
import type { RestReply, RestRequest } from '../transport/rest/message.js';
import type { EndpointName } from '../../contract/endpoints.js';
import type { ConnectionHandle } from './engine/connection-handle.js';
import type { FaultSite } from './engine/site.js';
import type { SelectorKey } from './selector.js';

export const FAULT_GROUPS = ['device', 'rs485', 'rest', 'websocket', 'service'] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** Whether a service with this fault still keeps the interface: a harness must not call a legal one a breach. */
export type Legality =
  | { readonly legal: true; readonly because: string }
  | { readonly legal: false; readonly because: string; readonly breaks: readonly RuleId[] };

export interface FaultType {
  readonly type: string;
  readonly group: FaultGroup;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** What its trigger counts, as one word or two. */
  readonly occasion: string;
  readonly selects: readonly SelectorKey[];
  readonly parameters: z.ZodObject;
  readonly legality: Legality;
  /** All instances of a cluster do it in the same way at the same time, so that each counts for itself. */
  readonly everywhere?: boolean;
  /** @param parameters as `parameters` has read them. */
  start(parameters: unknown, site: FaultSite): FaultAct;
}

/** A REST request on its way through the faults. */
export interface InterceptedRequest {
  readonly request: RestRequest;
  readonly route: EndpointName | undefined;
  readonly deviceId: string | undefined;
  readonly clientId: string | undefined;
  /** For the journal: `relays.set on bench-01 by operator`. */
  readonly label: string;
}

/** A WebSocket request on its way through the faults. */
export interface InterceptedMessage {
  readonly deviceId: string | undefined;
  readonly clientId: string;
  /** For the journal: `device.state.get on bench-01 by operator`. */
  readonly label: string;
}

/** How a fault acts while it lasts. Hooks are called only for what its selector selects. */
export interface FaultAct {
  begin?(): void;
  end?(): void;
  /** Called once for each device that is used while the fault lasts. */
  influences?(device: DeviceIdentity): Partial<DeviceInfluences>;
  rest?(exchange: InterceptedRequest, next: () => Promise<RestReply>): Promise<RestReply>;
  message?(
    exchange: InterceptedMessage,
    next: () => Promise<ServiceResult<string>>,
  ): Promise<ServiceResult<string>>;
  /** Changes an answer before it is sent; `cameAt` is when its request arrived, maybe before the fault began. */
  answered?(reply: RestReply, cameAt: number): RestReply;
  /** An event on its way to one connection; `forward` passes it on, now or later, never or twice. */
  event?(event: ServiceEvent, connection: ConnectionHandle, forward: (event: ServiceEvent) => void): void;
  /** The frame of an event, as it is about to be sent. */
  frame?(text: string, event: ServiceEvent, connection: ConnectionHandle): string;
  connected?(connection: ConnectionHandle): void;
  /** A valid ticket of this client is presented. */
  ticket?(clientId: string): 'good' | 'expired';
  /** Why a connection may not be opened now; undefined when it may. */
  connecting?(): Refusal | undefined;
}

/** Ties the parameters' schema to the function that acts on them. */
export function defineFault<S extends z.ZodObject>(
  fault: Omit<FaultType, 'parameters' | 'start'> & {
    readonly parameters: S;
    readonly start: (parameters: z.output<S>, site: FaultSite) => FaultAct;
  },
): FaultType {
  const { start } = fault;
  return { ...fault, start: (parameters, site) => start(parameters as z.output<S>, site) };
}
