// What an instance of the cluster does when others tell it something.
import type { Beginning } from './generation.js';
import type { ControlAsked, DirectMessage, LogMessage } from './messages.js';

type Answer = Extract<DirectMessage, { t: 'answer' }>;

/** What the node itself does not deal with. */
export type NodeMessage = Exclude<
  LogMessage | DirectMessage,
  Answer | { t: 'members' | 'settled' | 'turned' }
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

export function isAnswer(message: LogMessage | DirectMessage): message is Answer {
  return message.t === 'answer';
}
