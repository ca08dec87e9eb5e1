// What a run has to know about its target: where it is, who may call it, and what may be touched there.
import type { Feature } from '../../contract/features.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { QuotaClass } from '../../contract/endpoints.js';
import { type Scope, grants } from '../../contract/scopes.js';
import type { StimuliProfile } from './stimuli/template.js';

export interface Profile {
  readonly name: string;
  /** Where its lines stand, by their keys: `clients.operator.scopes` is `line 9 of lab.yaml`. */
  readonly places?: Readonly<Record<string, string>>;
  /** Base address without a trailing slash; paths of the interface follow it. */
  readonly baseUrl: string;
  /** Base address of the WebSocket; by default the base address with ws for http. */
  readonly websocketUrl: string;
  /** `ca` is the text of a PEM file. */
  readonly tls: { readonly ca?: string; readonly insecure: boolean };
  /** Name or path of the dialect that the target speaks; the default dialect when absent. */
  readonly dialect?: string;
  /** API clients by the name that scenarios use. */
  readonly clients: Readonly<Record<string, ClientProfile>>;
  /** Devices that may be exercised, by the name that reports use. */
  readonly devices: Readonly<Record<string, DeviceProfileEntry>>;
  /** The most requests and frames a second that the harness sends. */
  readonly requestsPerSecond: number;
  /** How many requests of one API client it takes in how much time (ms), by what it counts together. */
  readonly quotas?: Readonly<
    Partial<Record<QuotaClass, { readonly limit: number; readonly window: number }>>
  >;
  /** How long to wait for a reply, and for what follows an act, in ms. */
  readonly patience: number;
  /** The longest announced delay (Retry-After) that is waited for, in ms; default: a minute. */
  readonly longestWait?: number;
  /** What the target does not have, as its dialect or its profile says. */
  readonly without?: readonly Feature[];
  /** Others use the devices, too: what they may have caused never fails a check. */
  readonly shared?: boolean;
  /** What can be done to devices and clients from outside of the interface. */
  readonly stimuli?: StimuliProfile;
  /** A device that may be added, removed and given another password. */
  readonly management?: ManagedDevice;
  /** Breaches that are known, and do not fail a run. */
  readonly waivers?: readonly Waiver[];
}

export interface ManagedDevice {
  /** What the target calls it now. */
  readonly deviceId: string;
  /** Who chooses its identifier. */
  readonly namedBy?: 'client' | 'server';
  /** What it is added by, where the server chooses its identifier. */
  readonly serial?: string;
  /** The reply that added it has named it. */
  readonly named?: (deviceId: string) => void;
  readonly onNamed?: (listener: (deviceId: string) => void) => void;
  readonly name?: string;
  /** One of the target's own device profiles. */
  readonly profileId: string;
  /** Relays of it that may be switched off: a removed device has to refuse that. */
  readonly relays?: readonly number[];
  /** It has this password whenever it is listed and no check is at work with it. */
  readonly password: string;
  /** The environment variable that the password came from. */
  readonly passwordEnv?: string;
}

export interface Waiver {
  readonly rule: RuleId;
  readonly reason: string;
  /** The last day on which it holds, as `2026-12-31`. */
  readonly until: string;
}

export interface ClientProfile {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The environment variable that the secret came from, for those who have to correct it. */
  readonly clientSecretEnv?: string;
  readonly scopes: readonly Scope[];
  /** Names of the devices of this profile that the client may access; all of them when absent. */
  readonly devices?: readonly string[];
}

export interface DeviceProfileEntry {
  readonly deviceId: string;
  /** Indices of the relays that may be switched, from 1; no other relay is ever touched. */
  readonly relays: readonly number[];
  /** Indices of the digital inputs that stimuli may set. */
  readonly inputs?: readonly number[];
  /** Indices of the analog inputs that stimuli may set. */
  readonly analogInputs?: readonly number[];
  /** Keys of the sensors that stimuli may set. */
  readonly sensors?: readonly string[];
  readonly rs485?: {
    /** Bytes (hex) that a peripheral answers. */
    readonly answered?: string;
    /** Bytes (hex) that it answers to them, always the same. */
    readonly answer?: string;
    /** Bytes (hex) that nobody answers. */
    readonly unanswered?: string;
    /** Whatever begins with one of these (hex) is sent back as it is. */
    readonly echo?: readonly string[];
  };
}

/** Names of the API clients that hold the permission and may access the device, where one is named. */
export function clientsWith(
  { clients }: Pick<Profile, 'clients'>,
  scope: Scope,
  device?: string,
): readonly string[] {
  return Object.entries(clients).flatMap(([name, { scopes, devices }]) =>
    grants(scopes, scope) && (device === undefined || (devices?.includes(device) ?? true)) ? name : [],
  );
}

// The device for management where the server chooses its identifier: the profile knows its serial number, and what it
// is called is known once it was added, and changes when it is added again.

/** @param managed as the profile has it: what stands there as the identifier is the serial number. */
export function namedByServer({ deviceId: serial, ...facts }: ManagedDevice): ManagedDevice {
  let current = serial;
  const listeners: ((deviceId: string) => void)[] = [];
  return {
    name: serial,
    ...facts,
    namedBy: 'server',
    serial,
    get deviceId() {
      return current;
    },
    named: (deviceId) => {
      current = deviceId;
      for (const listener of listeners) listener(deviceId);
    },
    onNamed: (listener) => void listeners.push(listener),
  };
}
