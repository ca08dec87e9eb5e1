// A scenario as the rest of the harness sees it: what it checks, what it needs, and its steps.
import type { Scope } from '../../contract/scopes.js';
import type { ActName } from '../profile/stimuli/catalogue.js';
import type { SourcePlace } from '../verdict/verdict.js';
import type { Capability } from './capabilities.js';
import type { CaseHead, ScenarioHead } from './scenario-head.js';

/** One file: one behaviour, in as many cases as its matrix has rows. */
export interface Scenario extends ScenarioHead {
  readonly cases: readonly ScenarioCase[];
}

/** A scenario under one row of its matrix: what the plan turns into a check. */
export interface ScenarioCase extends CaseHead {
  readonly title: string;
  /** Why it is checked this way. */
  readonly about?: string;
  readonly needs: Needs;
  readonly steps: readonly Step[];
  /** Run after every attempt, however it ended. */
  readonly cleanup: readonly Step[];
}

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
  /** Bytes that the profile must know. */
  readonly rs485: readonly ('answered' | 'unanswered')[];
  /** Clients of the scenario that must not have access to it; all others must. */
  readonly hiddenFrom: readonly string[];
}

export interface ClientNeed {
  readonly scopes: readonly Scope[];
  /** The client must hold no other write permission. */
  readonly exactly: boolean;
}

/** A step whose fields have passed the schema of its verb. */
export interface Step {
  readonly verb: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Steps inside this one, as of `parallel`. */
  readonly children: readonly Step[];
  /** Inside of `parallel`: when it starts, in ms after the others, and how many of it. */
  readonly at: number;
  readonly times: number;
  /** When the next one of them starts, in ms after the one before. */
  readonly every: number;
  readonly place: SourcePlace & { readonly column: number };
  /** `refresh plant via events`. */
  readonly label: string;
}
