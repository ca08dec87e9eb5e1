// What a fault is: its parameters, what it applies to, whether the service still keeps the interface, and its edge.
import * as z from 'zod';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Edge } from '../edge/edge.js';
import type { FaultSite } from './engine/site.js';
import { type Delay, drawDelay } from './scalars.js';
import type { SelectorKey } from './selector.js';
import { isObject } from '../../kernel/json.js';

export const FAULT_GROUPS = ['device', 'rs485', 'rest', 'websocket', 'service'] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** Whether a service with this fault still keeps the interface: a harness must not call a legal one a breach. */
export type Legality =
  | { readonly legal: true; readonly because: string }
  | { readonly legal: false; readonly because: string; readonly breaks: readonly RuleId[] };

export interface FaultType {
  readonly type: string;
  readonly group: FaultGroup;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** What its trigger counts, as one word or two. */
  readonly occasion: string;
  readonly selects: readonly SelectorKey[];
  readonly parameters: z.ZodObject;
  readonly legality: Legality;
  /** All instances of a cluster do it in the same way at the same time, so that each counts for itself. */
  readonly everywhere?: boolean;
  /** @param parameters as `parameters` has read them. */
  start(parameters: unknown, site: FaultSite): Edge;
}

/** As it is written: it is legal unless it breaks rules. */
type Defined<S extends z.ZodObject> = Omit<
  FaultType,
  'type' | 'group' | 'parameters' | 'legality' | 'start' | keyof Usual
> &
  Partial<Usual> & {
    readonly parameters?: S;
    readonly because: string;
    readonly breaks?: readonly RuleId[];
    readonly start: (parameters: z.output<S>, site: FaultSite) => Edge;
  };

/** What most faults of a group have in common. */
type Usual = Pick<FaultType, 'occasion' | 'selects'>;

/** Ties the parameters' schema to the function that acts on them. */
export function faultsOf(
  group: FaultGroup,
  usual: Usual,
): <S extends z.ZodObject = z.ZodObject<{}>>(type: string, fault: Defined<S>) => FaultType {
  return (type, { start, because, breaks, parameters: schema, ...fault }) => ({
    ...usual,
    ...fault,
    type,
    group,
    parameters: schema ?? z.strictObject({}),
    legality: breaks ? { legal: false, because, breaks } : { legal: true, because },
    start: (parameters, site) => start(parameters as Parameters<typeof start>[0], site),
  });
}

/** Acts again and again for as long as the fault lasts, the first time after a pause. */
export function recurring(site: FaultSite, pause: Delay, act: () => void): void {
  site.after(Math.max(1, drawDelay(pause, site.random)), () => {
    act();
    recurring(site, pause, act);
  });
}

// The parameters of a kind of fault, as its schema has them, for help, lists and documents.

export type FaultParameter = ReturnType<typeof faultParameters>[number];

export function faultParameters({ parameters }: Pick<FaultType, 'parameters'>) {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description = '', default: preset, enum: choices = [] } = isObject(property) ? property : {};
    return {
      name,
      about: typeof description === 'string' ? description : '',
      needed: required.has(name),
      /** As one would write it; undefined when there is none. */
      preset: preset === undefined ? undefined : typeof preset === 'string' ? preset : JSON.stringify(preset),
      /** The only values that it takes, where they are few. */
      choices: Array.isArray(choices) ? choices.map(String) : [],
    };
  });
}
