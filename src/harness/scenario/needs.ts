// What a scenario needs of a target: devices, clients, and acts from outside of the interface.
import type { Scope } from '../../contract/scopes.js';
import type { ActName } from '../profile/stimuli/catalogue.js';
import { FEATURES } from '../../contract/features.js';

export interface Needs {
  /** Devices by the scenario's own name; each is leased exclusively. */
  readonly devices: Readonly<Record<string, DeviceNeed>>;
  /** API clients by the scenario's own name; two names are two clients. */
  readonly clients: Readonly<Record<string, ClientNeed>>;
  /** What else the target must offer, beside what follows from the steps. */
  readonly capabilities: readonly Capability[];
  /** What is done from outside of the interface, in the steps or as the scenario says. */
  readonly stimuli: readonly StimulusNeed[];
  /** A device that may be added and removed; no two checks have it at once. */
  readonly management: boolean;
  /** No other check may run at the same time. */
  readonly exclusive: boolean;
  /** No other check may use its clients at the same time. */
  readonly apart: boolean;
}

export interface StimulusNeed {
  readonly name: ActName;
  /** The scenario's name of the device that it is done to. */
  readonly device?: string;
}

export interface DeviceNeed {
  /** Symbolic names; each is bound to a relay that may be switched. */
  readonly relays: readonly string[];
  /** Symbolic names; each is bound to a digital input that stimuli may set. */
  readonly inputs: readonly string[];
  /** Likewise to an analog input. */
  readonly analogInputs: readonly string[];
  /** Likewise to a sensor. */
  readonly sensors: readonly string[];
  /** Which of the channels of the profile are meant, where it lists more than are named. */
  readonly place: ChannelPlace;
  /** Bytes that the profile must know. */
  readonly rs485: readonly ('answered' | 'answer' | 'unanswered' | 'echo')[];
  /** Clients of the scenario that must not have access to it; all others must. */
  readonly hiddenFrom: readonly string[];
}

/**
 * The first channels of a list, those around its middle, the last ones, or from both ends. With `ends`, names of
 * inputs and sensors share a channel where the device has fewer; relays never do.
 */
export const PLACES = ['first', 'middle', 'last', 'ends'] as const;
export type ChannelPlace = (typeof PLACES)[number];

export interface ClientNeed {
  readonly scopes: readonly Scope[];
  /** The client must hold no other write permission. */
  readonly exactly: boolean;
}

// What a target may offer or not, by the names that scenarios, profiles and the command line use for it.

export const CAPABILITIES = {
  devices: 'a device that may be exercised',
  'two-devices': 'two devices that may be exercised',
  'two-clients': 'two API clients',
  actuate: 'switching relays',
  websocket: 'the WebSocket channel',
  'rs485.answered': 'bytes that an RS485 peripheral answers',
  'rs485.answer': 'what an RS485 peripheral answers to them',
  'rs485.unanswered': 'bytes that no RS485 peripheral answers',
  'rs485.echo': 'bytes that an RS485 peripheral sends back unchanged',
  configure: 'changing jog durations and baud rates',
  manage: 'adding and removing devices and changing their passwords',
  stimuli: 'acts on a device from outside of the interface',
  ...FEATURES,
} as const satisfies Record<string, string>;

export type Capability = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as [Capability, ...Capability[]];

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name);
}
