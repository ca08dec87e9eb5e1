// What runs in a repro script: sends what the plan says, when it says, and judges what comes by the second judge alone.
// It is bundled into one file of plain Node, with nothing else of the program but what reads the names of a dialect.
import { setMaxListeners } from 'node:events';
import { createSecondJudge } from '../../checker/checker.js';
import { type Dialect, encodeOperationRequest } from '../../dialect/dialect.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import { readDialect } from '../../dialect/read-dialect.js';
import type { TraceRecord } from '../../trace/record.js';
import { type Attempt, createAttempt, pause, playAttempt, tokenOf, withPassword } from './attempt.js';
import type { ReproPlan } from './plan.js';
import { reappears } from './reappears.js';
import { actNow, JSON_HEADERS, type PlayerSurroundings, send } from './wire.js';
import { randomUUID } from 'node:crypto';
import { type EndpointName, ENDPOINTS, pathOf } from '../../contract/endpoints.js';
import type { Operation } from '../../contract/operations.js';
import { readHttpReply } from '../../harness/target/driver/read-reply.js';
import { isObject } from '../../kernel/json.js';

/** How a script ends: the breach shows, it does not, or nobody can tell. */
export const REPRO_EXIT = { absent: 0, shown: 1, untold: 2 } as const;

/** As often an attempt is begun anew that a rejection, a busy device or a failure has spoilt. */
const MOST_ATTEMPTS = 3;
/** Longer waits are not waited for, in ms. */
const LONGEST_PAUSE = 60_000;

/** Of where it stands in its file, the script knows nothing. */
function inScript(value: unknown): YamlDocument {
  const place = { file: 'the dialect', line: 1, column: 1 };
  return { file: place.file, text: '', value, placeOf: () => place, placeOfKey: () => place };
}

export async function playRepro(plan: ReproPlan, around: PlayerSurroundings): Promise<number> {
  // Each pause and each request listens to it.
  setMaxListeners(0, around.signal);
  const read = readDialect(inScript(plan.dialect));
  const wanted = [
    ...Object.values(plan.clients).map(({ secretEnv, clientId }) => [secretEnv, `secret of ${clientId}`]),
    ...Object.entries(plan.acts.variables).map(([name, { is, usually }]) => [
      usually === undefined ? name : '',
      is,
    ]),
    ...(plan.managed ? [[plan.managed.passwordEnv, `password of ${plan.managed.deviceId}`]] : []),
  ];
  const missing = wanted.filter(([variable = '']) => variable !== '' && !around.env[variable]);
  if (!read.ok || missing.length > 0) {
    const variables = missing.map(([variable, what]) => `${variable}, the ${what}`);
    around.say(read.ok ? `Set ${variables.join('; ')}.` : 'The dialect in this file cannot be read.');
    return REPRO_EXIT.untold;
  }
  let putBack: Awaited<ReturnType<typeof lookBefore>> | undefined;
  try {
    putBack = await lookBefore(createAttempt(plan, read.value, around));
    return await playUntilTold(plan, read.value, around);
  } catch (error) {
    around.say(`Nothing can be told: ${error instanceof Error ? error.message : String(error)}`);
    return REPRO_EXIT.untold;
  } finally {
    // Also after an interrupt, which ends everything else.
    await putBack?.(createAttempt(plan, read.value, afterwards(around)));
  }
}

/** Nothing interrupts what puts back. */
const afterwards = (around: PlayerSurroundings): PlayerSurroundings => ({
  ...around,
  signal: new AbortController().signal,
});

async function playUntilTold(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings): Promise<number> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const attempt = createAttempt(plan, dialect, around);
    const records = await playAndUndo(attempt);
    if (around.signal.aborted) break;
    if (attempt.spoiltBy === undefined) return verdictOn(plan, records, around);
    around.say(`Attempt ${count} of ${MOST_ATTEMPTS} says nothing: ${attempt.spoiltBy}`);
    if (attempt.refused && count === MOST_ATTEMPTS) return REPRO_EXIT.absent;
    if (count < MOST_ATTEMPTS) await pause(Math.min(attempt.wait, LONGEST_PAUSE), around);
  }
  return REPRO_EXIT.untold;
}

async function playAndUndo(attempt: Attempt): Promise<readonly TraceRecord[]> {
  const { plan, around, reading } = attempt;
  try {
    return await playAttempt(attempt);
  } finally {
    if (attempt.hasActed) await undoActs(createAttempt(plan, reading.dialect, afterwards(around)));
  }
}

function verdictOn(
  { rule, known, found }: ReproPlan,
  records: readonly TraceRecord[],
  { say }: PlayerSurroundings,
): number {
  if (found !== undefined) {
    const isAgain = reappears(found, records);
    say(
      `${rule}: the breach ${isAgain ? 'shows: what was found came' : 'did not show: what was found did not come'} again.`,
    );
    return isAgain ? REPRO_EXIT.shown : REPRO_EXIT.absent;
  }
  const opinion = createSecondJudge(records, known)(rule);
  if (opinion.kind !== 'contradicted') {
    say(`${rule}: the breach did not show (${opinion.kind}).`);
    return REPRO_EXIT.absent;
  }
  say(`${rule}: the breach shows. ${opinion.says}`);
  return REPRO_EXIT.shown;
}

// What a script changes is put back in the end as it was found: relays, settings, and the device for management.

/** As often something is put back anew that a rejection, a busy device or a failure has kept as it is. */
const MOST_TRIES = 3;

interface Asking {
  readonly endpoint: EndpointName;
  readonly client: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Looks at what the script is going to change. Returns what puts it back, after an interrupt, too. */
async function lookBefore(looking: Attempt): Promise<(putting: Attempt) => Promise<void>> {
  const { settings, managed } = looking.plan;
  const found = new Map<string, unknown>();
  for (const { deviceId, client } of settings) found.set(deviceId, await configOf(looking, deviceId, client));
  const wasListed = managed && (await isListed(looking, managed));
  return async (putting) => {
    for (const { facts, path = '/', body } of putting.plan.restore)
      await again(putting, `A relay of ${facts.deviceId ?? ''}`, () =>
        ask(putting, { endpoint: 'relays.set', client: facts.client, parameters: {}, body }, path),
      );
    for (const { deviceId, client } of settings) {
      const now = await configOf(putting, deviceId, client);
      for (const operation of differences(found.get(deviceId), now))
        await again(putting, `A setting of ${deviceId}`, () =>
          ask(putting, settingRequest(putting, operation, { deviceId, client })),
        );
    }
    if (!managed || wasListed === undefined || (await isListed(putting, managed)) === wasListed) return;
    const { deviceId, client, body } = managed;
    const asking: Asking = wasListed
      ? { endpoint: 'devices.add', client, parameters: {}, body }
      : { endpoint: 'devices.remove', client, parameters: { deviceId } };
    await again(putting, deviceId, () => ask(putting, asking));
  };
}

/** A device boots, and a service may take its time to notice; in ms. */
const LONGEST_ABSENCE = 60_000;

/** Undoes what was done to devices and clients from outside of the interface, and waits until the devices are back. */
async function undoActs(putting: Attempt): Promise<void> {
  const { plan, around } = putting;
  for (const act of plan.acts.undo)
    await again(putting, `${act.record.name} of ${act.record.deviceId ?? 'a client'}`, async () =>
      (await actNow(putting, act)) === undefined ? {} : undefined,
    );
  const until = around.clock.now() + LONGEST_ABSENCE;
  const [client = ''] = Object.keys(plan.clients);
  const isBack = async (): Promise<boolean> => {
    const listed = await devicesOf(putting, client);
    return plan.acts.away.every((id) =>
      listed?.some(
        ({ deviceId, online, powered }) => deviceId === id && online !== false && powered !== false,
      ),
    );
  };
  while (plan.acts.away.length > 0 && around.clock.now() < until && !(await isBack()))
    await pause(500, around);
}

async function again({ around }: Attempt, what: string, put: () => Promise<unknown>): Promise<void> {
  let isBack = false;
  for (let count = 1; count <= MOST_TRIES && !isBack; count++) {
    if (count > 1) await pause(2000, around);
    isBack = (await put()) !== undefined;
  }
  around.say(isBack ? `${what} was put back.` : `${what} could not be put back: look at it.`);
}

/** The data of a success. */
async function ask(
  attempt: Attempt,
  { endpoint, client, parameters, body }: Asking,
  path = pathOf(endpoint, parameters),
): Promise<unknown> {
  const { plan, around, reading } = attempt;
  const { method } = ENDPOINTS[endpoint];
  const headers = {
    ...JSON_HEADERS,
    authorization: `Bearer ${await tokenOf(attempt, client).catch(() => '')}`,
    ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
  };
  const text = body === undefined ? undefined : withPassword(attempt, JSON.stringify(body));
  const answer = await send(plan, { method, path, headers, body: text }, around);
  if (typeof answer === 'string' || answer.status >= 300) return undefined;
  const call =
    endpoint === 'devices.config'
      ? ({ name: 'readConfig', deviceId: parameters['deviceId'] ?? '' } as const)
      : ({ name: 'listDevices' } as const);
  return method === 'GET' ? readHttpReply(reading, call, answer).reply.data : {};
}

const configOf = (attempt: Attempt, deviceId: string, client: string): Promise<unknown> =>
  ask(attempt, { endpoint: 'devices.config', client, parameters: { deviceId } });

const devicesOf = async (attempt: Attempt, client: string) =>
  objectsIn(await ask(attempt, { endpoint: 'devices.list', client, parameters: {} }), 'devices');

/** Undefined where nobody can tell. */
async function isListed(
  attempt: Attempt,
  { deviceId, client }: NonNullable<Attempt['plan']['managed']>,
): Promise<boolean | undefined> {
  const listed = await devicesOf(attempt, client);
  return listed?.some((device) => device['deviceId'] === deviceId);
}

function objectsIn(data: unknown, name: string): Record<string, unknown>[] | undefined {
  const list = isObject(data) ? data[name] : undefined;
  return Array.isArray(list) ? list.filter((each) => isObject(each)) : undefined;
}

function differences(before: unknown, now: unknown): Operation[] {
  if (!isObject(before) || !isObject(now)) return [];
  const jogs = (objectsIn(before, 'relays') ?? []).flatMap(({ index, jogDuration }): Operation[] => {
    const other = objectsIn(now, 'relays')?.find((each) => each['index'] === index);
    if (!other || other['jogDuration'] === jogDuration) return [];
    const params = { index: Number(index), duration: Number(jogDuration) };
    return [{ name: 'device.relay.jogConfig.set', params }];
  });
  const baudRate = Number(before['baudRate']);
  return before['baudRate'] === now['baudRate']
    ? jogs
    : [...jogs, { name: 'device.rs485.baudRate.set', params: { baudRate } }];
}

function settingRequest(
  { reading: { dialect } }: Attempt,
  operation: Operation,
  { deviceId, client }: { readonly deviceId: string; readonly client: string },
): Asking {
  const endpoint = operation.name === 'device.rs485.baudRate.set' ? 'rs485.baud-rate' : 'relays.jog-config';
  const { body, index } = encodeOperationRequest(dialect, endpoint, operation);
  const parameters = { deviceId, ...(index !== undefined && { index }) };
  return { endpoint, client, parameters, body };
}
