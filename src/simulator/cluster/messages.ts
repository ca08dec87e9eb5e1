// What instances tell each other. All of it is written by instances of the same cluster; what cannot be read is left out.
import type { DeviceAddition } from '../../contract/schemas/device.js';
import { isObject } from '../../kernel/json.js';
import type { Operation } from '../../contract/operations.js';
import type { DeviceStatus } from '../fleet/fleet.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Clock } from '../../kernel/clock.js';
import { isSteerable } from '../../kernel/machine-clock.js';
import { type RedisLink, LinkDown } from './link.js';

/** What becomes of the fleet, by the instance that was asked for it. */
export type FleetMessage = { readonly from: string; readonly call: number } & (
  | { readonly t: 'added'; readonly addition: DeviceAddition; readonly client: string }
  | { readonly t: 'removed'; readonly deviceId: string }
  | { readonly t: 'password'; readonly deviceId: string; readonly password: string }
);

/** To all; those with a registry number are applied by all in the same order. */
export type LogMessage =
  | { readonly t: 'members'; readonly members: readonly string[] }
  | { readonly t: 'settled'; readonly epoch: number }
  /** A new generation has begun. */
  | { readonly t: 'turned' }
  | FleetMessage
  | { readonly t: 'disabled'; readonly from: string; readonly clientId: string; readonly disabled: boolean }
  | { readonly t: 'expired'; readonly client: string }
  | ({ readonly t: 'status'; readonly from: string; readonly deviceId: string } & DeviceStatus)
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

/** A command as the scripts give it, in this order. */
export type CommandFields = readonly [
  /** What never changes, as JSON. */
  base: string,
  status: string,
  at: unknown,
  result: unknown,
  client: string,
  key: string,
  has: string,
  expires: unknown,
  made: unknown,
];

/** To one instance. */
export type DirectMessage =
  | { readonly t: 'perform'; readonly id: string; readonly deviceId: string; readonly operation: Operation }
  | { readonly t: 'final'; readonly id: string; readonly fields: CommandFields }
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

/** The names and values that Redis gives in turn. */
export function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}

// The generation of a cluster: what is remembered since the last reset, and the clock that goes on through all of them.

export interface Generation {
  readonly name: string;
  /** Clock time at which signals began, the same for all instances. */
  readonly origin: number;
  /** What it began with; undefined for the first one. */
  readonly beginning: Beginning | undefined;
}

export interface Beginning {
  readonly name: 'reset' | 'restore';
  /** Orders of faults, instead of those of the start. */
  readonly faults?: readonly (Readonly<Record<string, unknown>> & { readonly fault: string })[];
}

export interface ClockOfAll {
  /** In ms, at the moment at which it was read. */
  readonly now: number;
  readonly speed: number;
  readonly paused: boolean;
}

/** @param life number of the life of the instance, which Redis learns where it has lost its data. */
export async function readGeneration(link: RedisLink, clock: Clock, life: number): Promise<Generation> {
  const { speed, paused } = isSteerable(clock) ? clock : { speed: 1, paused: false };
  const given = ['', -1, clock.now(), speed, paused ? 1 : 0, life];
  const [kind, name, origin, beginning] = await link.call('generation', given);
  if (kind !== 'generation') throw new LinkDown('the cluster could not be read');
  return {
    name: String(name),
    origin: Number(origin),
    beginning: typeof beginning === 'string' ? (JSON.parse(beginning) as Beginning) : undefined,
  };
}

export function clockIn([now, speed, paused]: readonly unknown[]): ClockOfAll {
  return { now: Number(now), speed: Number(speed), paused: paused === 1 };
}

/** In ms of the machine: what the way of a message may take. */
const SMALL = 20;

/** Sets a clock to that of all. It never goes back; what is due on the way happens. */
export async function adoptClock(clock: Clock, { now, speed, paused }: ClockOfAll): Promise<void> {
  if (!isSteerable(clock)) return;
  if (clock.speed !== speed) clock.setSpeed(speed);
  if (paused && !clock.paused) clock.pause();
  if (!paused && clock.paused) clock.resume();
  const ahead = now - clock.now();
  if (ahead > SMALL * speed) await clock.step(ahead);
}

// What an instance of the cluster does when others tell it something.

/** What the node itself does not deal with. */
export type NodeMessage = Exclude<
  LogMessage | DirectMessage,
  { t: 'answer' | 'members' | 'settled' | 'turned' }
>;

/** Everything that instances hold in memory, as of the moment at which this one joined. */
export interface Registry {
  /** Additions as JSON, in their order. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly passwords: readonly (readonly [deviceId: string, password: string])[];
  /** `online powered`, each 1 or 0. */
  readonly status: readonly (readonly [deviceId: string, status: string])[];
  readonly disabled: readonly (readonly [clientId: string, disabled: string])[];
}

export interface NodeHooks {
  /** @param reg number in the registry, 0 for what is no part of it. */
  heard(message: NodeMessage, reg: number): void;
  loaded(registry: Registry): void;
  /** It is a member, as of this registry number: resolves when it has what others have been told to do. */
  joined(reg: number): Promise<void>;
  /**
   * The instance is no member any more: who waits is told, connections end, and devices are forgotten. The latter two wait
   * for the new generation where one has begun.
   */
  lost(why: 'lost' | 'turned'): void;
  /** A new generation has begun: the service begins anew. */
  turned(beginning: Beginning): void;
  /** Devices may belong to others now: resolves when none of those is used here any more. */
  moved(): Promise<void>;
  /** Resolves when what is to be kept of this instance's devices is kept. */
  leaving(): Promise<void>;
}

/** What is done at an instance alone. */
export interface Here {
  /** Answers a request of the control plane. */
  control(asked: ControlAsked): Promise<unknown>;
  /** What it has recorded and counted. */
  report(asked: unknown): Promise<unknown>;
  /** The faults that have been ordered, for another instance. */
  faults(): unknown;
  /** Orders the faults of another instance, instead of its own. */
  takeFaults(faults: unknown): void;
  /** Begins anew. */
  turned(beginning: Beginning): void;
}
