// The driver that a profile declares for an act, ready to be used.
import type { Dispatcher } from 'undici';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../../target/target.js';
import { type ActName, isWitness } from '../../profile/stimuli/catalogue.js';
import { commandDriver } from './command.js';
import { controlDriver } from './control.js';
import { httpDriver } from './http.js';
import type { createPrompts } from './prompt.js';
import { wiringDriver } from './wiring.js';

interface DriverParts {
  readonly profile: Profile;
  readonly target: Target;
  readonly dispatcher: Dispatcher;
  /** Absent when there is nobody to ask. */
  readonly prompts: ReturnType<typeof createPrompts> | undefined;
  readonly key: () => string;
}

/** With the time that it may take, in ms. */
export function chooseDriver(name: ActName, parts: DriverParts) {
  const { profile, dispatcher, prompts, ...wiring } = parts;
  const { stimuli, patience } = profile;
  const way = { dispatcher, clock: parts.target.clock };
  const declared = stimuli?.drivers[name];
  if (!declared)
    return stimuli?.control && { driver: controlDriver(stimuli.control, way), timeout: patience };
  const { how, timeout } = declared;
  const witness = isWitness(name);
  switch (how.kind) {
    case 'http':
      return { driver: httpDriver(how, way), timeout };
    case 'command':
      return { driver: commandDriver(how, { folder: stimuli.folder, witness }), timeout };
    case 'prompt':
      return prompts && { driver: prompts(how, witness), timeout };
    case 'wiring':
      return { driver: wiringDriver(how, { ...wiring, profile }), timeout: timeout + patience };
  }
}
