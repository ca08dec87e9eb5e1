// What a script changes is put back in the end as it was found: relays, settings, and the device for management.
import { randomBytes } from 'node:crypto';
import { type EndpointName, ENDPOINTS, pathOf } from '../../contract/endpoints.js';
import type { Operation } from '../../contract/operations.js';
import { encodeOperationRequest } from '../../dialect/dialect.js';
import { readHttpReply } from '../../harness/target/driver/read-reply.js';
import { isObject } from '../../kernel/json.js';
import { type Attempt, pause, tokenOf, withPassword } from './attempt.js';
import { actNow, JSON_HEADERS, send } from './wire.js';

/** As often something is put back anew that a rejection, a busy device or a failure has kept as it is. */
const MOST_TRIES = 3;

interface Asking {
  readonly endpoint: EndpointName;
  readonly client: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Looks at what the script is going to change. Returns what puts it back, after an interrupt, too. */
export async function lookBefore(looking: Attempt): Promise<(putting: Attempt) => Promise<void>> {
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
export async function undoActs(putting: Attempt): Promise<void> {
  const { plan, around } = putting;
  for (const act of plan.acts.undo)
    await again(putting, `${act.record.name} of ${act.record.deviceId ?? 'a client'}`, async () =>
      (await actNow(putting, act)) === undefined ? {} : undefined,
    );
  const until = around.clock.now() + LONGEST_ABSENCE;
  const [client = ''] = Object.keys(plan.clients);
  const isBack = async (): Promise<boolean> => {
    const listed = objectsIn(
      await ask(putting, { endpoint: 'devices.list', client, parameters: {} }),
      'devices',
    );
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
    ...(method !== 'GET' && { 'idempotency-key': `restore-${randomBytes(6).toString('hex')}` }),
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

/** Undefined where nobody can tell. */
async function isListed(
  attempt: Attempt,
  { deviceId, client }: NonNullable<Attempt['plan']['managed']>,
): Promise<boolean | undefined> {
  const listed = objectsIn(
    await ask(attempt, { endpoint: 'devices.list', client, parameters: {} }),
    'devices',
  );
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
    return other && other['jogDuration'] !== jogDuration
      ? [
          {
            name: 'device.relay.jogConfig.set',
            params: { index: Number(index), duration: Number(jogDuration) },
          },
        ]
      : [];
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
