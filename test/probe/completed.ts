// Completes a draft by acting on a simulator, and compares what it says of each line with what the server means.
import { isDeepStrictEqual } from 'node:util';
import { complete } from '../../src/cli/probe/complete.js';
import type { Codec, Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { type OpenTarget, openTarget } from '../../src/harness/run/open-target.js';
import type { Transport } from '../../src/harness/target/transport.js';
import { isObject } from '../../src/kernel/json.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import type { RandomStream } from '../../src/kernel/random.js';
import { keptDraft } from '../../src/probe/draft/kept-draft.js';
import type { DraftLine, DraftStanding } from '../../src/probe/draft/draft.js';
import type { Looked } from '../../src/probe/draft/look.js';
import { disturbed } from './disturbed.js';
import { meaningsOf } from './drafted.js';
import { startSpoken } from './spoken-server.js';

/** @param text of the draft. */
export async function completedFrom(
  spoken: Dialect,
  text: string,
  {
    profile = (right) => right,
    disturbance,
    isMute = false,
  }: {
    readonly profile?: (right: Profile) => Profile;
    readonly disturbance?: RandomStream;
    readonly isMute?: boolean;
  } = {},
) {
  const server = await startSpoken(spoken, 'completed', { isControlled: false });
  const { clock, running, profile: declared, transport: quiet, deviceIds } = server;
  const telling = isMute ? mute(quiet) : quiet;
  const transport = disturbance ? disturbed(telling, disturbance, running, deviceIds) : telling;
  const draft = keptDraft(text);
  const used = profile(declared);
  const open = (dialect: Dialect, by = transport) =>
    openTarget({
      profile: used,
      dialect,
      clock,
      seed: 1,
      vouchedFor: false,
      transport: { ...by, close: () => Promise.resolve() },
      stop: () => Promise.resolve(),
    });
  const seen = () => clock.runUntil(statesOf(running, open(spoken, quiet)));
  const before = await seen();
  const from = clock.now();
  const completed = await clock.runUntil(
    complete({
      profile: used,
      draft,
      file: 'drafted.yaml',
      signal: new AbortController().signal,
      keep: () => Promise.resolve(),
      open: (dialect) => open(dialect),
    }),
  );
  const took = clock.now() - from;
  const after = await seen();
  await clock.runUntil(running.close());
  return { ...completed, took, text: draft.text(), isPutBack: before === after };
}

type Running = Awaited<ReturnType<typeof startSpoken>>['running'];

/** Its refusals do not say what is wrong. */
function mute(through: Transport): Transport {
  return {
    ...through,
    http: async (request, options) => {
      const outcome = await through.http(request, options);
      if (outcome.kind !== 'reply' || outcome.reply.status !== 400) return outcome;
      const body = JSON.stringify({ code: 'INVALID_REQUEST', message: 'bad request', requestId: 'r-mute' });
      return { ...outcome, reply: { ...outcome.reply, body } };
    },
  };
}

/** Of all devices of the profile: their relays and their settings. */
async function statesOf({ device }: Running, { target, profile }: OpenTarget): Promise<string> {
  const [client = ''] = Object.keys(profile.clients);
  const states: unknown[] = [];
  for (const { deviceId } of Object.values(profile.devices)) {
    const { outcome } = await target.request({ name: 'readConfig', deviceId }, { client });
    states.push([device(deviceId)?.reported().relays, outcome.kind === 'reply' && outcome.reply.data]);
  }
  return JSON.stringify(states);
}

/** What the lines of a draft in words say, in their order. */
export function linesIn(text: string): Pick<DraftLine, 'shape' | 'placeholder' | 'standing'>[] {
  let shape = '';
  let before = '';
  return text.split('\n').flatMap((line) => {
    shape = /^(\w+):/.exec(line)?.[1] ?? shape;
    const standing = / ?# (proven|likely|open): /.exec(line)?.[1] as DraftStanding | undefined;
    // What is said of a key stands on the line after it.
    const of = line.trim().startsWith('#') ? before : line;
    before = line;
    const placeholder = /\$\{?[A-Za-z][\w.+]*/.exec(of)?.[0].replace('{', '');
    return standing && placeholder ? [{ shape, placeholder, standing }] : [];
  });
}

const ASKED: Readonly<Record<string, readonly unknown[]>> = {
  relayParams: (['on', 'off', 'jog'] as const).map((action) => ({ relays: [{ index: 2, action }] })),
  singleRelayBody: (['on', 'off', 'jog'] as const).map((action) => ({ action })),
  transceiveParams: [{ data: 'ee0102' }, { data: '4142', timeout: 120_000 }],
  transceiveResult: [{ data: 'ee0102' }, { data: 'fbffbf' }],
  baudRateParams: [{ baudRate: 19_200 }],
  jogBody: [{ duration: 60_000 }],
  jogParams: [{ duration: 60_000, index: 2 }],
  executeRequest: [
    { deviceId: '40117', idempotencyKey: 'k', operation: { name: 'device.rs485.baudRate.set', params: {} } },
  ],
  wsEvent: [{ topic: 'device.power.lost', eventId: '17', occurredAt: 1_767_225_600_000, data: { some: 1 } }],
};
/** What comes is read, and not written. */
const COMES = new Set(['transceiveResult', 'wsEvent']);

const COMMAND = {
  commandId: 'cmd-1',
  deviceId: 'bench-07',
  operation: 'device.rs485.baudRate.set',
  params: {},
  status: 'succeeded',
  createdAt: 1_767_225_600_000,
  completedAt: 1_767_225_660_000,
} as const;

const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function pick(value: unknown, keys: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => keys.includes(key)));
}

/** Lines that are called proven, and are read or written otherwise than the server means them. */
export function wronglyProven(
  text: string,
  spoken: Dialect,
  { evidence }: Pick<Looked, 'evidence'>,
): string[] {
  const parsed = parseDialect(text, 'completed.yaml');
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join());
  const own = parsed.value;
  const lines = linesIn(text);
  const isProven = (shape: string): boolean =>
    lines.some((each) => each.shape === shape && each.standing === 'proven');
  const misread = meaningsOf(lines, own, spoken, evidence)
    .filter(({ standing, isRight }) => standing === 'proven' && !isRight)
    .map(({ place }) => place);
  const asked = Object.entries(ASKED).flatMap(([shape, values]) => {
    const [mine, theirs] = [own, spoken].map(
      ({ shapes }) => shapes[shape as 'jogBody'] as Codec<unknown> | undefined,
    );
    if (!mine || !theirs || !isProven(shape)) return [];
    const isSure = lines
      .filter((each) => each.shape === shape)
      .every(({ standing }) => standing === 'proven');
    return values.every((value) => {
      if ('timeout' in (value as object) && !isSure) return true;
      const [from, to] = COMES.has(shape) ? [theirs, mine] : [mine, theirs];
      const meant = to.decode(wire(from.encode(value)));
      const read = meant.ok ? meant.value : meant.bearable;
      return isDeepStrictEqual(
        read,
        COMES.has(shape) && isObject(read) ? pick(value, Object.keys(read)) : value,
      );
    })
      ? []
      : [shape];
  });
  const id = spoken.identifiers.device === 'number' ? '40117' : COMMAND.deviceId;
  const commandId = spoken.identifiers.command === 'number' ? '17' : COMMAND.commandId;
  if (lines.some((each) => each.placeholder === '$change.kind' && each.standing === 'proven'))
    asked.push(...changesWrong(own, spoken, evidence));
  if (!isProven('command')) return [...misread, ...asked];
  const command = own.shapes.command.decode(
    wire(spoken.shapes.command.encode({ ...COMMAND, deviceId: id, commandId })),
  );
  const value = command.ok ? command.value : command.bearable;
  const isRight =
    value?.commandId === commandId && (value.deviceId ?? id) === id && value.status === 'succeeded';
  return [...misread, ...asked, ...(isRight ? [] : ['command'])];
}

function changesWrong(own: Dialect, spoken: Dialect, evidence: Looked['evidence']): string[] {
  const read = evidence.find(({ what, code }) => what === 'devices.read' && code === 'SUCCESS');
  const detail = spoken.shapes.deviceDetail.decode(read?.data);
  if (!detail.ok) return [];
  const { device, peripherals } = detail.value;
  const changes = [
    { kind: 'relay', index: 2 },
    { kind: 'digitalInput', index: 1 },
  ] as const;
  const event = { deviceId: device.deviceId, changes, peripherals };
  const codec = spoken.shapes.stateChanged as Codec<unknown>;
  const got = (own.shapes.stateChanged as Codec<unknown>).decode(wire(codec.encode(event)));
  const value = (got.ok ? got.value : got.bearable) as typeof event | undefined;
  if (value === undefined) return [];
  return isDeepStrictEqual([value.deviceId, value.changes], [event.deviceId, changes])
    ? []
    : ['stateChanged'];
}
