// The properties that random programs are to show, each with the rules that it stands for.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { INVARIANTS } from '../judge/judge.js';
import { state } from '../judge/state.js';
import type { ProgramProfile } from './program-profiles.js';

export interface Property {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly RuleId[];
  /** The profile of programs that dwell on it. */
  readonly dwelling: ProgramProfile;
}

/** Which rules each property stands for: a rule belongs to the first that takes it, and the last takes all. */
const GROUPS: readonly (Omit<Property, 'rules'> & { readonly of: (rule: RuleId) => boolean })[] = [
  {
    id: 'properties/idempotency',
    dwelling: 'idempotency',
    title: 'One key, one command, one outcome, one execution',
    of: (rule) => /^(idempotency|commands)\./.test(rule),
  },
  {
    id: 'properties/refresh',
    dwelling: 'refresh',
    title: 'Refreshes keep their distance over both channels, and rejections are free',
    of: (rule) => /^(refresh|limits)\./.test(rule),
  },
  {
    id: 'properties/serialisation',
    dwelling: 'serialisation',
    title: 'A device does one thing at a time, is free again afterwards, and a refusal leaves no mark',
    of: (rule) => rule.startsWith('busy.'),
  },
  {
    id: 'properties/state',
    dwelling: 'state',
    title: 'Every state is explained by some order of the accepted operations',
    of: (rule) => state.rules.includes(rule),
  },
  {
    id: 'properties/events',
    dwelling: 'events',
    title: 'Each change gives its event on every connection, and each event is explained by a change',
    of: (rule) => rule.startsWith('events.'),
  },
  {
    id: 'properties/replies',
    dwelling: 'load',
    title: 'Replies keep their form and belong to their requests, also under load',
    of: () => true,
  },
];

/** Rules that whoever sends random programs can judge. */
const JUDGED: readonly RuleId[] = [...new Set(INVARIANTS.flatMap(({ rules }) => rules))];

export const PROPERTIES: readonly Property[] = GROUPS.map(({ of, ...property }, at) => ({
  ...property,
  rules: JUDGED.filter((rule) => of(rule) && !GROUPS.slice(0, at).some((earlier) => earlier.of(rule))),
}));

export function propertyOf(rule: RuleId): Property | undefined {
  return PROPERTIES.find(({ rules }) => rules.includes(rule));
}
