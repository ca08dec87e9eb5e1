// From drawn commands to a program: their steps, with a beginning that makes the start known and an end that
// shows what has become of it.
import { grants } from '../../contract/scopes.js';
import { parseDuration } from '../../kernel/duration.js';
import { verbOf } from '../scenario/verbs/registry.js';
import { type Draft, type DraftModel, ownerOfDevice, type ProgramCommand } from './commands.js';
import type { ConnectionName, DeviceFacts, ProgramFacts } from './facts.js';
import { changesSettings, type Program, type StepData, stepsWithin, usesOf } from './program.js';

export interface ComposeOptions {
  /** Place of the tenant whose facts are given; default: the first. */
  readonly tenant?: number;
  /** How long to wait at the end for events and for commands that go on, in ms. */
  readonly settle: number;
}

/** Commands whose place does not suit them are left out. */
export function compose(
  commands: Iterable<ProgramCommand>,
  facts: ProgramFacts,
  options: ComposeOptions,
): Program {
  const model: DraftModel = { operations: [], broken: new Set(), paused: 0, remembered: 0 };
  let count = 0;
  const draft: Draft = { steps: [], nextName: () => `op${++count}` };
  for (const command of commands) if (command.check(model)) command.run(model, draft);
  return programOf(draft.steps, facts, options);
}

/** The program whose middle is given. */
export function programOf(
  body: readonly StepData[],
  facts: ProgramFacts,
  { settle, tenant = 0 }: ComposeOptions,
): Program {
  const flat = stepsWithin(body);
  const cast = castOf(flat, facts);
  return {
    ...(tenant > 0 && { tenant }),
    devices: cast.devices.map(({ name }) => name),
    prologue: prologueOf(flat, cast, facts),
    body,
    epilogue: epilogueOf(body, cast, facts, settle),
    operations: flat.reduce((sum, step) => sum + weightOf(step), 0),
  };
}

/** Who takes part. */
interface Cast {
  readonly devices: readonly DeviceFacts[];
  readonly connections: readonly ConnectionName[];
}

/** Somebody always listens. */
function castOf(steps: readonly StepData[], { devices, connections }: ProgramFacts): Cast {
  const used = usesOf(steps);
  const named = connections.filter((name) => used.connections.has(name));
  return {
    devices: devices.filter(({ name }) => used.devices.has(name)),
    connections: named.length === 0 ? connections.slice(0, 1) : named,
  };
}

/** Requests and stimuli count, each as often as it is sent; waits and connections do not. */
function weightOf(step: StepData): number {
  const verb = verbOf(step);
  if (!verb?.requests && !verb?.stimulus) return 0;
  return typeof step['times'] === 'number' ? step['times'] : 1;
}

function prologueOf(
  steps: readonly StepData[],
  { devices, connections }: Cast,
  facts: ProgramFacts,
): readonly StepData[] {
  const controller = facts.clients.find(({ scopes }) => grants(scopes, 'device:control'));
  return [
    ...connections.map((connect) => ({ connect, client: ownerOfDevice(connect, facts).name })),
    ...devices.flatMap(({ name, relays }): StepData[] =>
      relays.length > 0 && controller
        ? [
            {
              setRelays: name,
              relays: Object.fromEntries(relays.map((relay) => [relay, 'off'])),
              client: controller.name,
            },
          ]
        : [],
    ),
    // How long a jog takes, and what a setting was before.
    ...(steps.some((step) => verbOf(step)?.settings?.(step) !== undefined)
      ? devices.map(({ name }) => ({ readConfig: name }))
      : []),
    ...witnessed(devices, facts, 'before'),
  ];
}

/** Commands read back at the end, at most: those of the latest operations. */
const MOST_READ = 2;

function epilogueOf(
  body: readonly StepData[],
  { devices, connections }: Cast,
  facts: ProgramFacts,
  settle: number,
): readonly StepData[] {
  const steps = stepsWithin(body);
  const created = steps.filter((step) => typeof step['key'] === 'string' && step['times'] === undefined);
  const acts = steps
    .map(verbOf)
    .some((verb) => verb?.operation !== undefined || verb?.stimulus !== undefined);
  // An event, or the end of a command, may come after its reply.
  const left = acts ? settle - waitedAtEnd(body) : 0;
  return [
    ...(left > 0 ? [{ wait: `${left}ms` }] : []),
    ...devices.map(({ name }) => ({ refresh: name })),
    ...(changesSettings(steps) ? devices.map(({ name }) => ({ readConfig: name })) : []),
    ...created.slice(-MOST_READ).map(({ as }) => ({
      readCommand: `$${String(as)}.command.commandId`,
      optional: true,
      patient: false,
    })),
    ...connections.map((via) => ({ ping: null, via, patient: false })),
    ...witnessed(devices, facts, 'after'),
  ];
}

/** How long nothing has been done when the last step is over, in ms. */
function waitedAtEnd(body: readonly StepData[]): number {
  const last = body.findLastIndex(({ wait }) => typeof wait !== 'string');
  return body.slice(last + 1).reduce((time, { wait }) => time + (parseDuration(String(wait)) ?? 0), 0);
}

function witnessed(devices: readonly DeviceFacts[], facts: ProgramFacts, when: string): readonly StepData[] {
  if (!facts.witness) return [];
  return devices.map(({ name }) => ({ witness: 'executions', device: name, as: `${when}_${name}` }));
}
