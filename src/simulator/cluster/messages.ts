// What instances tell each other. All of it is written by instances of the same cluster; what cannot be read is left out.
import type { DeviceAddition } from '../../contract/schemas/device.js';
import { isObject } from '../../kernel/json.js';
import type { Operation } from '../../contract/operations.js';
import type { ServiceEvent } from '../service/event-bus.js';

/** To all; those with a registry number are applied by all in the same order. */
export type LogMessage =
  | { readonly t: 'members'; readonly members: readonly string[] }
  | { readonly t: 'settled'; readonly epoch: number }
  /** A new generation has begun. */
  | { readonly t: 'turned' }
  | {
      readonly t: 'added';
      readonly from: string;
      readonly call: number;
      readonly addition: DeviceAddition;
      readonly client: string;
    }
  | { readonly t: 'removed'; readonly from: string; readonly call: number; readonly deviceId: string }
  | {
      readonly t: 'password';
      readonly from: string;
      readonly call: number;
      readonly deviceId: string;
      readonly password: string;
    }
  | { readonly t: 'disabled'; readonly from: string; readonly clientId: string; readonly disabled: boolean }
  | { readonly t: 'expired'; readonly client: string }
  | {
      readonly t: 'status';
      readonly from: string;
      readonly deviceId: string;
      readonly online: boolean;
      readonly powered: boolean;
    }
  | { readonly t: 'event'; readonly from: string; readonly event: ServiceEvent }
  /** What all have counted of a fault. */
  | { readonly t: 'fired'; readonly fault: string; readonly tally: string }
  | { readonly t: 'control'; readonly mark: string; readonly asked: ControlAsked };

/** A request of the control plane that another instance answers. */
export interface ControlAsked {
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

/** To one instance. */
export type DirectMessage =
  | { readonly t: 'perform'; readonly id: string; readonly deviceId: string; readonly operation: Operation }
  | {
      readonly t: 'final';
      readonly id: string;
      readonly st: string;
      readonly at: string;
      readonly res: string;
    }
  | { readonly t: 'withdrawn'; readonly id: string }
  | { readonly t: 'ask'; readonly from: string; readonly call: number; readonly what: PeerQuestion }
  | { readonly t: 'answer'; readonly call: number; readonly ok: boolean; readonly value?: unknown };

/** What another instance is asked for: about a device, its owner. */
export type PeerQuestion =
  | { readonly kind: 'done'; readonly mark: string }
  /** Its faults, when it has followed the registry so far. */
  | { readonly kind: 'faults'; readonly reg: number }
  | { readonly kind: 'flush' }
  /** What it has recorded and counted, for the control plane. */
  | { readonly kind: 'report'; readonly what: unknown }
  | { readonly kind: 'refresh' | 'config'; readonly deviceId: string }
  | ({ readonly kind: 'control'; readonly deviceId: string } & ControlAsked);

export interface RegistryMessage {
  /** 0 for what is no part of the registry. */
  readonly reg: number;
  readonly message: LogMessage | DirectMessage;
}

export function readTold(text: string): RegistryMessage | undefined {
  const at = text.startsWith('{') ? -1 : text.indexOf('\n');
  try {
    const message: unknown = JSON.parse(text.slice(at + 1));
    if (!isObject(message) || typeof message['t'] !== 'string') return undefined;
    const reg = at < 0 ? 0 : Number(text.slice(0, at));
    return { reg, message: message as unknown as RegistryMessage['message'] };
  } catch {
    return undefined;
  }
}
