// What a profile says about stimuli: how each of them is done.
import type { ActName } from './catalogue.js';
import type { StimulusTemplate } from './template.js';

export interface StimuliProfile {
  /** The control plane of a simulator: it does all that has no driver of its own below. */
  readonly control?: ControlAccess;
  readonly drivers: Readonly<Partial<Record<ActName, Declared>>>;
  /** What must not be seen in traces and reports. */
  readonly secrets: readonly { readonly value: string; readonly alias: string }[];
  /** Commands start here; default: the current folder. */
  readonly folder?: string;
}

export interface ControlAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

export interface Declared {
  readonly how: HttpHow | CommandHow | PromptHow | WiringHow;
  /** Names of the devices that it works for; all of them when absent. */
  readonly devices?: readonly string[];
  /** In ms. */
  readonly timeout: number;
}

export interface HttpHow {
  readonly kind: 'http';
  readonly method: string;
  readonly url: StimulusTemplate;
  readonly headers: Readonly<Record<string, StimulusTemplate>>;
  readonly body?: StimulusTemplate;
  /** JSON Pointers of a witness's numbers in the reply, which are added up. */
  readonly value?: readonly StimulusTemplate[];
}

export interface CommandHow {
  readonly kind: 'command';
  readonly argv: readonly StimulusTemplate[];
  readonly env: Readonly<Record<string, string>>;
}

export interface PromptHow {
  readonly kind: 'prompt';
  readonly text: StimulusTemplate;
}

export interface WiringHow {
  readonly kind: 'wiring';
  readonly wires: readonly DeclaredWire[];
}

/** Switching the relay drives the input of the same device. */
export interface DeclaredWire {
  readonly device: string;
  readonly input: number;
  readonly relay: number;
  /** The closed contact makes the input inactive. */
  readonly inverted: boolean;
}
