// Why no program can have an occasion to break a property, whatever is drawn: what the profile does not offer for it.
import { grants, type Scope } from '../../contract/scopes.js';
import { INVARIANTS } from '../judge/invariants.js';
import { restrictionWords, type Restriction } from '../profile/restriction.js';
import type { ProgramFacts } from './facts.js';
import type { Property } from './properties.js';

/** Where the programs of a run are run. */
export interface Ground {
  readonly tenants: readonly ProgramFacts[];
  /** Others use the devices, too. */
  readonly shared: boolean;
  readonly restriction?: Restriction | undefined;
}

/** In words; undefined where programs can have one. */
export function whyNoOccasion({ id, rules }: Property, ground: Ground): string | undefined {
  if (ground.shared && rules.every(needsToBeAlone))
    return 'the profile says "shared: true": what others do may explain whatever programs see of it';
  const needed = NEEDED[id];
  if (!needed || ground.tenants.some(needed.isThere)) return undefined;
  const why = ground.restriction === undefined ? needed.why : restrictionWords(ground.restriction);
  return `no program can have an occasion to break it: ${why}`;
}

/** Only laws that reason from what nobody did speak of it. */
function needsToBeAlone(rule: Property['rules'][number]): boolean {
  return INVARIANTS.filter(({ rules }) => rules.includes(rule)).every(({ alone }) => alone === true);
}

interface Needed {
  isThere(facts: ProgramFacts): boolean;
  readonly why: string;
}

const NEEDED: Readonly<Record<string, Needed>> = {
  'properties/idempotency': {
    isThere: (facts) => canSwitch(facts) || canTransceive(facts) || may(facts, 'device:config'),
    why: 'no API client of the profile may switch relays that it lists, send bytes that it lists, or configure its devices',
  },
  'properties/state': {
    isThere: canSwitch,
    why: 'no API client of the profile has device:control for a device with relays that it lists',
  },
  'properties/events': {
    isThere: (facts) => canSwitch(facts) || facts.devices.some(({ stimuli }) => stimuli.length > 0),
    why: 'no API client of the profile may switch relays that it lists, and it declares no stimuli for its devices',
  },
};

function may({ clients }: ProgramFacts, scope: Scope): boolean {
  return clients.some(({ scopes }) => grants(scopes, scope));
}

function canSwitch(facts: ProgramFacts): boolean {
  return may(facts, 'device:control') && facts.devices.some(({ relays }) => relays.length > 0);
}

function canTransceive(facts: ProgramFacts): boolean {
  return may(facts, 'device:control') && facts.devices.some(({ rs485 }) => rs485 !== undefined);
}
