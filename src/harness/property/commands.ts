// The commands of random programs that send one request or act once.
import fc from 'fast-check';
import type { StepData } from './program.js';
import { grants, type Scope } from '../../contract/scopes.js';
import { assert } from '../../kernel/assert.js';
import type { ClientFacts, ConnectionName, DeviceFacts, ProgramFacts } from './facts.js';
import type { StimulusName } from '../profile/stimuli/catalogue.js';
import { verbOf } from '../scenario/verbs/registry.js';

// What a command of a random program is. It does nothing to the target: run over a draft, it writes its steps.

/** What is known of a program at the place of its next command. */
export interface DraftModel {
  /** Names of the requests so far that created a command, oldest first. */
  readonly operations: string[];
  /** Connections that the program itself has broken and not opened again. */
  readonly broken: Set<string>;
  /** What the pauses so far come to, in ms. */
  paused: number;
  /** What they came to when the oldest of `operations` was asked for, at the latest. */
  remembered: number;
}

export interface Draft {
  readonly steps: StepData[];
  /** `op1`, `op2` and so on: names the next operation. */
  nextName(): string;
}

export type ProgramCommand = fc.Command<DraftModel, Draft>;

export function createCommand(
  run: (model: DraftModel, draft: Draft) => void,
  check: (model: Readonly<DraftModel>) => boolean = () => true,
): ProgramCommand {
  return { check, run };
}

/** Requests of a program, before they have a name: what each asks for, and the way it goes. */
export type DrawnRequests = readonly fc.Arbitrary<StepData>[];

/** Over REST as a client, or over a connection; a step leaves out what goes without saying. */
function routes(facts: ProgramFacts, scope: Scope): fc.Arbitrary<StepData> {
  const able = facts.clients.filter(({ scopes }) => grants(scopes, scope));
  const rest = able.map(({ name }) => (name === 'first' ? {} : { client: name }));
  const sockets = facts.connections
    .filter((name) => able.includes(ownerOfDevice(name, facts)))
    .map((via) => ({ via }));
  return fc.constantFrom<StepData>(...rest, ...sockets);
}

/** The left connection is the first client's, the right one the second's, where there is a second. */
export function ownerOfDevice(connection: ConnectionName, { clients }: ProgramFacts): ClientFacts {
  const owner = connection === 'right' ? (clients[1] ?? clients[0]) : clients[0];
  assert(owner !== undefined, 'facts have a client at least');
  return owner;
}

function canAny({ clients }: ProgramFacts, scope: Scope): boolean {
  return clients.some(({ scopes }) => grants(scopes, scope));
}

/** A request over a connection that the program has broken would go nowhere. */
export function canGo({ broken }: Readonly<DraftModel>, { via }: StepData): boolean {
  return typeof via !== 'string' || !broken.has(via);
}

/**
 * The step with a name for its reply, which is that of its key where it creates a command.
 * @param isSpokenOf later steps may speak of that command.
 */
export function asked(model: DraftModel, draft: Draft, step: StepData, isSpokenOf = true): StepData {
  const name = draft.nextName();
  if (!verbOf(step)?.creates) return { ...step, patient: false, as: name };
  if (isSpokenOf) model.operations.push(name);
  return { ...step, patient: false, key: name, as: name };
}

// Switches some of a device's relays in one request.

export function setRelays(facts: ProgramFacts): DrawnRequests {
  if (!canAny(facts, 'device:control')) return [];
  return facts.devices
    .filter(({ relays }) => relays.length > 0)
    .map(({ name, relays }) =>
      fc
        .tuple(
          fc.subarray([...relays], { minLength: 1 }),
          fc.array(fc.constantFrom('on', 'off', 'on', 'off', ...(facts.noJog ? [] : ['jog'])), {
            minLength: relays.length,
            maxLength: relays.length,
          }),
          routes(facts, 'device:control'),
        )
        .map(([some, actions, route]) => ({
          setRelays: name,
          relays: Object.fromEntries(some.map((relay, at) => [relay, actions[at]])),
          ...route,
          ...(some.length === 1 && isForSingle(route, facts) && { compatibility: true }),
        })),
    );
}

/** One relay of the second client, over REST, goes to the endpoint for one: whatever holds there holds beside the other one. */
function isForSingle({ via, client }: StepData, { noSingle = false }: ProgramFacts): boolean {
  return !noSingle && via === undefined && client !== undefined;
}

// Sends bytes over RS485 that are answered, or that nobody answers.

/** How long to wait for the peripheral. */
const TIMEOUTS = ['200ms', '500ms', '1s'];

export function transceive(facts: ProgramFacts): DrawnRequests {
  if (!canAny(facts, 'device:control')) return [];
  return facts.devices.flatMap(({ name, rs485 = {} }) =>
    (['answered', 'unanswered'] as const)
      .filter((data) => rs485[data] !== undefined)
      .map((data) =>
        fc.tuple(fc.constantFrom(...TIMEOUTS), routes(facts, 'device:control')).map(([timeout, route]) => ({
          transceive: name,
          data,
          timeout,
          ...route,
        })),
      ),
  );
}

// Sets the RS485 baud rate of a device, or the jog duration of one of its relays.

const BAUD_RATES = [9600, 19_200, 38_400];
const JOG_DURATIONS = ['200ms', '400ms', '700ms'];

export function configure(facts: ProgramFacts): DrawnRequests {
  if (!canAny(facts, 'device:config')) return [];
  const route = routes(facts, 'device:config');
  const baudRates = facts.devices
    .filter(({ rs485 }) => rs485 !== undefined)
    .map(({ name }) =>
      fc.tuple(fc.constantFrom(...BAUD_RATES), route).map(([to, way]) => ({ setBaudRate: name, to, ...way })),
    );
  const jogDurations = facts.devices
    .filter(({ relays }) => !facts.noJog && relays.length > 0)
    .map(({ name, relays }) =>
      fc
        .tuple(fc.constantFrom(...relays), fc.constantFrom(...JOG_DURATIONS), route)
        .map(([relay, to, way]) => ({ setJogDuration: name, relay, to, ...way })),
    );
  return [...baudRates, ...jogDurations];
}

// Asks for the state of a device, over either channel.

export function drawRefresh(facts: ProgramFacts): DrawnRequests {
  return facts.devices.map(({ name }) =>
    routes(facts, 'device:read').map((route) => ({ refresh: name, ...route })),
  );
}

// Reads the command of an earlier operation, if that has got one.

export function drawReadCommand(): fc.Arbitrary<ProgramCommand>[] {
  return [
    fc.nat({ max: 5 }).map((back) =>
      createCommand(
        ({ operations }, draft) => {
          const commandId = `$${chosen(operations, back)}.command.commandId`;
          draft.steps.push({ readCommand: commandId, optional: true, patient: false });
        },
        ({ operations }) => operations.length > 0,
      ),
    ),
  ];
}

// Reads the configuration of a device.

export function drawReadConfig({ devices, clients }: ProgramFacts): DrawnRequests {
  const callers = clients.map(({ name }) => (name === 'first' ? {} : { client: name }));
  return devices.map(({ name }) =>
    fc.constantFrom(...callers).map((client) => ({ readConfig: name, ...client })),
  );
}

// A heartbeat: cheap traffic on a connection, and a neighbour for replies that could be mixed up.

export function drawPing({ connections }: ProgramFacts): DrawnRequests {
  return connections.map((via) => fc.constant({ ping: null, via }));
}

// One request by itself, patient with nothing: what comes is what is judged.

export function single(requests: DrawnRequests): fc.Arbitrary<ProgramCommand>[] {
  return requests.map((drawn) =>
    drawn.map((step) =>
      createCommand(
        (model, draft) => {
          draft.steps.push(asked(model, draft, step));
        },
        (model) => canGo(model, step),
      ),
    ),
  );
}

// Acts on a device from outside of the interface, as far as the profile declares how.

export function drawStimulate({ devices }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  return devices.flatMap((device) =>
    device.stimuli.map((stimulus) =>
      acts(device, stimulus).map((steps) =>
        createCommand((_, draft) => {
          draft.steps.push(...steps);
        }),
      ),
    ),
  );
}

function acts(
  { name: device, entry }: DeviceFacts,
  stimulus: StimulusName,
): fc.Arbitrary<readonly StepData[]> {
  switch (stimulus) {
    case 'set-input':
      return fc.boolean().map((active) => [{ stimulate: stimulus, device, input: 'door', active }]);
    case 'set-analog':
      return fc
        .integer({ min: 1, max: 9 })
        .map((value) => [{ stimulate: stimulus, device, analogInput: 'level', value }]);
    case 'set-sensor':
      return fc
        .integer({ min: 10, max: 30 })
        .map((value) => [{ stimulate: stimulus, device, sensor: 'probe', value }]);
    case 'inject-rs485':
      return fc.constant([{ stimulate: stimulus, device, data: entry.rs485?.answered ?? '00' }]);
    case 'cut-power':
      return fc.constant(gone(device, 'cut-power', 'restore-power'));
    default:
      return fc.constant(gone(device, 'drop-link', 'restore-link'));
  }
}

/** A device that has been away is given the time to come back. */
function gone(device: string, away: StimulusName, back: StimulusName): readonly StepData[] {
  return [{ stimulate: away, device }, { wait: '1s' }, { stimulate: back, device }, { wait: '3s' }];
}

export const FIRST = -1;

/** Counted from the latest, around and around; `FIRST` is the oldest. */
export function chosen(operations: readonly string[], back: number): string {
  if (back === FIRST) return operations[0] ?? '';
  return operations.at(-1 - (back % operations.length)) ?? '';
}
