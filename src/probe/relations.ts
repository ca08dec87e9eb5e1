// The relations: what was asked, what was answered, what was done and what was seen agree, wherever the reading is right.
import { DEVICE_RELATIONS } from './device-relations.js';
import { COMMAND_RELATIONS } from './command-relations.js';
import { CLIENT_RELATIONS } from './client-relations.js';
import { EFFECT_RELATIONS } from './effect-relations.js';
import { RELAY_RELATIONS } from './relay-relations.js';
import type { Judged, Relation } from './relation.js';
import type { Sights } from './sights.js';

const RELATIONS: readonly Relation[] = [
  ...DEVICE_RELATIONS,
  ...COMMAND_RELATIONS,
  ...CLIENT_RELATIONS,
  ...RELAY_RELATIONS,
  ...EFFECT_RELATIONS,
];

export interface Contradiction extends Judged {
  readonly relation: string;
}

export interface Weighed {
  readonly contradictions: readonly Contradiction[];
  /** How often any relation held. */
  readonly held: number;
}

export function weigh(sights: Sights): Weighed {
  const contradictions: Contradiction[] = [];
  let held = 0;
  for (const { name, judge } of RELATIONS)
    for (const each of judge(sights))
      if (each.held) held++;
      else contradictions.push({ ...each, relation: name });
  return { contradictions, held };
}
