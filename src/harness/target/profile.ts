// What a run has to know about its target: where it is, who may call it, and what may be touched there.
import type { Scope } from '../../contract/scopes.js';

export interface Profile {
  readonly name: string;
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
  /** How long to wait for a reply, and for what follows an act, in ms. */
  readonly patience: number;
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
  readonly rs485?: {
    /** Bytes (hex) that a peripheral answers. */
    readonly answered?: string;
    /** Bytes (hex) that nobody answers. */
    readonly unanswered?: string;
  };
}
