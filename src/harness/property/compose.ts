// From drawn commands to a program: their steps, with a beginning that makes the start known and an end that
// shows what has become of it.
import type { Draft, DraftModel, ProgramCommand } from './commands/command.js';
import { may } from './commands/request.js';
import { CONNECTION_NAMES, type DeviceFacts, type ProgramFacts } from './facts.js';
import type { Program, StepData } from './program.js';
import { stepsWithin, usesOf } from './uses.js';

export interface ComposeOptions {
  /** How long to wait at the end for events and for commands that go on, in ms. */
  readonly settle: number;
}

/** Commands whose place does not suit them are left out; the others are marked as run, for shrinking. */
export function compose(
  commands: Iterable<ProgramCommand>,
  facts: ProgramFacts,
  { settle }: ComposeOptions,
): Program {
  const model: DraftModel = { operations: [], broken: new Set() };
  let count = 0;
  const draft: Draft = { steps: [], operations: 0, nextName: () => `op${++count}` };
  for (const command of commands) if (command.check(model)) command.run(model, draft);
  const used = new Set(usesOf(draft.steps).devices.keys());
  const devices = facts.devices.filter(({ name }) => used.has(name));
  return {
    prologue: prologueOf(devices, facts),
    body: draft.steps,
    epilogue: epilogueOf(devices, facts, model, draft.steps, settle),
    operations: draft.operations,
  };
}

function prologueOf(devices: readonly DeviceFacts[], facts: ProgramFacts): readonly StepData[] {
  const controller = facts.clients.find((client) => may(client, 'device:control'));
  return [
    ...CONNECTION_NAMES.map((connect) => ({ connect, client: ownerName(connect, facts) })),
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
    ...devices.map(({ name }) => ({ readConfig: name })),
    ...witnessed(devices, facts, 'before'),
  ];
}

function ownerName(connection: (typeof CONNECTION_NAMES)[number], { clients }: ProgramFacts): string {
  const owner = connection === 'right' ? (clients[1] ?? clients[0]) : clients[0];
  return owner?.name ?? 'first';
}

/** Commands read back at the end, at most: those of the latest operations. */
const MOST_READ = 6;

function epilogueOf(
  devices: readonly DeviceFacts[],
  facts: ProgramFacts,
  { operations, broken }: DraftModel,
  body: readonly StepData[],
  settle: number,
): readonly StepData[] {
  const configured = stepsWithin(body).some((step) => 'setBaudRate' in step || 'setJogDuration' in step);
  return [
    { wait: `${settle}ms` },
    ...devices.map(({ name }) => ({ refresh: name })),
    ...(configured ? devices.map(({ name }) => ({ readConfig: name })) : []),
    ...operations.slice(-MOST_READ).map((name) => ({
      readCommand: `$${name}.command.commandId`,
      optional: true,
      patient: false,
    })),
    ...CONNECTION_NAMES.filter((name) => !broken.has(name)).map((via) => ({
      ping: null,
      via,
      patient: false,
    })),
    ...witnessed(devices, facts, 'after'),
  ];
}

function witnessed(devices: readonly DeviceFacts[], facts: ProgramFacts, when: string): readonly StepData[] {
  if (!facts.witness) return [];
  return devices.map(({ name }) => ({ witness: 'executions', device: name, as: `${when}_${name}` }));
}
