// What a check is to send, by client and by what quotas count together: for the wait until there is room for it.
import type { QuotaClass } from '../../contract/endpoints.js';
import type { Demand } from '../target/quota-book.js';
import type { ScenarioCase } from '../scenario/scenario.js';
import type { Step } from '../scenario/verbs/verb.js';

/** What verbs send that neither refresh a device nor create a command nor manage one. */
const OF_VERB: Readonly<Record<string, readonly QuotaClass[]>> = {
  createToken: ['token'],
  createTicket: ['ticket'],
  connect: ['ticket', 'connect'],
  reconnect: ['ticket', 'connect'],
  ping: ['message'],
  frame: ['message'],
};

interface Walk {
  readonly clients: Readonly<Record<string, string>>;
  readonly usual: string;
  /** The client of each connection, by the scenario's name. */
  readonly connections: Map<string, string>;
  readonly counts: Map<string, Demand>;
}

/**
 * What the steps send if each is done once, without repeats.
 * @param clients names in the profile, by the scenario's names.
 */
export function demandsOf(
  { steps, needs }: Pick<ScenarioCase, 'steps' | 'needs'>,
  clients: Readonly<Record<string, string>>,
): readonly Demand[] {
  const usual = Object.keys(needs.clients)[0] ?? '';
  const walk: Walk = { clients, usual, connections: new Map(), counts: new Map() };
  for (const step of steps) pass(walk, step, 1);
  return [...walk.counts.values()];
}

function pass(walk: Walk, step: Step, times: number): void {
  const { verb, fields, children } = step;
  for (const child of children) pass(walk, child, times * child.times);
  const { via, client } = fields as { readonly via?: string; readonly client?: string };
  const opens = verb.opens?.(fields);
  const who = client ?? walk.connections.get(via ?? '') ?? walk.usual;
  if (opens !== undefined) walk.connections.set(opens, who);
  const overSocket = via !== undefined && via !== 'rest';
  if (via === 'ws' && !walk.connections.has(`ws ${who}`)) {
    walk.connections.set(`ws ${who}`, who);
    add(walk, who, ['ticket', 'connect'], 1);
  }
  const classes = classesOf(verb, opens !== undefined);
  add(walk, who, overSocket ? [...new Set<QuotaClass>(['message', ...classes])] : classes, times);
}

function classesOf(verb: Step['verb'], opens: boolean): readonly QuotaClass[] {
  const known = OF_VERB[verb.name];
  if (known) return known;
  if (opens) return ['ticket', 'connect'];
  if (!verb.requests) return [];
  if (verb.refreshes) return ['refresh'];
  if (verb.creates) return ['control'];
  return verb.scope === 'device:manage' ? ['manage'] : ['query'];
}

function add({ clients, counts }: Walk, who: string, classes: readonly QuotaClass[], requests: number): void {
  const client = clients[who] ?? who;
  for (const quotaClass of classes) {
    const key = `${client} ${quotaClass}`;
    const before = counts.get(key)?.requests ?? 0;
    counts.set(key, { client, quotaClass, requests: before + requests });
  }
}
