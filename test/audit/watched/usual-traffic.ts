// Clients that use a service as most do, in virtual time, and what the judge finds in what passes between them and it.
import { createHash } from 'node:crypto';
import { createLiveRecord } from '../../../src/audit/kept/live-record.js';
import { createServiceReader } from '../../../src/audit/kept/service-reader.js';
import { createRollingJudge, type StretchResult } from '../../../src/harness/judge/rolling-judge.js';
import { createInProcessTransport } from '../../../src/harness/target/in-process/create-in-process-transport.js';
import type { Socket } from '../../../src/harness/target/transport.js';
import type { Finding } from '../../../src/harness/verdict/verdict.js';
import { createRandom, type RandomStream } from '../../../src/kernel/random.js';
import { createVirtualClock, type VirtualClock } from '../../../src/kernel/virtual-clock.js';
import { simulatorServer } from '../../../src/lab/in-process/simulator-server.js';
import type { ParamsOf } from '../../../src/contract/operations.js';
import { createSecrets } from '../../../src/output/secrets.js';
import { readFaultOrder } from '../../../src/simulator/faults/plan/parse-fault-plan.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { loadVariants } from '../../../src/cli/load/variants.js';
import { dialectNamed } from '../../simulator/dialect-named.js';

const dialect = dialectNamed('default');
const BEGINNING = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const fleet = loadFleet(undefined, process.cwd());
if (!fleet.ok) throw new Error('the demo fleet is sound');
const FLEET = fleet.value.spec;
const DEVICES = ['bench-01', 'bench-02', 'bench-03'] as const;

export interface Watched {
  /** Breaches; a rule that held is not among them. */
  readonly breaches: readonly Finding[];
  /** Rules that something was said of. */
  readonly rules: ReadonlySet<string>;
  readonly requests: number;
  /** All that passed, as a digest: the same where a defect has not shown. */
  readonly digest: string;
}

export interface WatchedOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly defects?: readonly string[];
  /** A bundled variant, of the default dialect. */
  readonly variant?: string;
  /** As a plan has them. */
  readonly faults?: readonly object[];
}

export async function watchUsualTraffic({
  minutes,
  seed,
  defects = [],
  variant,
  faults = [],
}: WatchedOptions): Promise<Watched> {
  const clock = createVirtualClock(BEGINNING);
  const varied = loadVariants(variant === undefined ? [] : [variant], FLEET, process.cwd());
  if (!varied.ok) throw new Error(JSON.stringify(varied.diagnostics));
  const running = await startSimulator({
    ...{ fleet: varied.value.fleet, dialect, clock, seed, listen: false, journal: false, defects },
    edges: varied.value.styles.map(({ edge }) => edge),
    faults: [...varied.value.faults, ...faults.map(orderOf)],
    onBug: (error) => {
      throw error;
    },
  });
  const record = createLiveRecord(dialect, createServiceReader(dialect, createSecrets()));
  const rolling = createRollingJudge({ strict: false, alone: !varied.value.shared });
  const results: StretchResult[] = [];
  const hash = createHash('sha256');
  record.listen((each) => {
    hash.update(JSON.stringify(each));
    const result = rolling.see(each);
    if (result) results.push(result);
  });
  const transport = createInProcessTransport(
    simulatorServer(() => running.simulator, clock),
    clock,
  );
  const parts = { clock, transport, port: record.port(undefined), until: BEGINNING + minutes * MINUTE };
  const world = createRandom(seed).stream('world');
  const counts = await clock.runUntil(
    Promise.all([
      useService({ ...parts, clientId: 'operator', stream: createRandom(seed).stream('operator') }),
      useService({ ...parts, clientId: 'controller', stream: createRandom(seed).stream('controller') }),
      moveInputs(parts, world, (deviceId, index, active) =>
        running.device(deviceId)?.stimuli.setInput(index, active),
      ),
    ]),
  );
  await transport.close();
  await clock.runUntil(running.close());
  results.push(rolling.end());
  const findings = results.flatMap((each) => each.findings);
  return {
    breaches: findings.filter(({ verdict }) => verdict !== 'pass'),
    rules: new Set(findings.map(({ rule }) => rule)),
    requests: counts[0] + counts[1],
    digest: hash.digest('hex'),
  };
}

function orderOf(written: object) {
  const read = readFaultOrder(written);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

interface UseParts {
  readonly clock: VirtualClock;
  readonly transport: ReturnType<typeof createInProcessTransport>;
  readonly port: ReturnType<ReturnType<typeof createLiveRecord>['port']>;
  readonly until: number;
  readonly clientId: string;
  readonly stream: RandomStream;
}

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly data?: Readonly<Record<string, never>> & {
    readonly accessToken?: string;
    readonly ticket?: string;
    readonly retryAfterSeconds?: number;
    readonly command?: { readonly commandId: string };
  };
}

/** @returns how many requests it has made. */
async function useService({ clock, transport, port, until, clientId, stream }: UseParts): Promise<number> {
  let count = 0;
  let token = '';
  let tokenUntil = 0;
  const call = async (method: string, path: string, body?: object, key?: string): Promise<Answer> => {
    count++;
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const text = body ? JSON.stringify(body) : '';
    const from = clock.now();
    const outcome = await transport.http({
      ...{ method, path: `/svc/v1${path}`, headers },
      ...(body && { body: text }),
    });
    const reply = outcome.kind === 'reply' ? outcome.reply : undefined;
    port.exchange({
      startedDateTime: new Date(from).toISOString(),
      time: clock.now() - from,
      request: {
        method,
        url: `http://proxy.test/svc/v1${path}`,
        headers: listed(headers),
        postData: { text },
      },
      response: {
        status: reply?.status ?? 0,
        headers: listed(reply?.headers ?? {}),
        content: { text: reply?.body ?? '' },
      },
      _webSocketMessages: [],
    });
    // Whoever is told that its token is none gets another one.
    if (reply?.status === 401) tokenUntil = 0;
    const parsed = (reply ? JSON.parse(reply.body || '{}') : {}) as Omit<Answer, 'status'>;
    return { status: reply?.status ?? 0, ...parsed };
  };
  const logIn = async (): Promise<void> => {
    if (clock.now() < tokenUntil) return;
    token = '';
    const { data } = await call('POST', '/auth/token', {
      clientId,
      clientSecret: `demo-${clientId}-secret`,
    });
    token = data?.accessToken ?? '';
    tokenUntil = clock.now() + 10 * MINUTE;
  };
  await logIn();
  const channel = await openChannel({ clock, transport, port }, async () => {
    await logIn();
    return (await call('POST', '/ws/ticket')).data?.ticket ?? '';
  });
  let serial = 0;
  const acts: readonly [() => Promise<unknown>, ...(() => Promise<unknown>)[]] = [
    () => call('GET', '/devices'),
    () => call('GET', `/devices/${pick(stream, DEVICES)}`),
    () => call('GET', `/devices/${pick(stream, DEVICES)}/config`),
    () => call('GET', '/device-profiles'),
    async () => {
      const relays = pick(stream, RELAYS);
      const key = `${clientId}-${++serial}`;
      const path = `/devices/${pick(stream, DEVICES)}/relays/commands`;
      const first = await call('POST', path, { relays }, key);
      if (stream.chance(0.2)) await call('POST', path, { relays }, key);
      const commandId = first.data?.command?.commandId;
      if (commandId !== undefined) await call('GET', `/commands/${commandId}`);
    },
    () =>
      call('POST', `/devices/${pick(stream, DEVICES)}/rs485/transceive`, RS485, `${clientId}-${++serial}`),
    () => call('GET', '/devices/none-such'),
    () => channel.ask('session.ping'),
    () => channel.ask('device.state.get', { deviceId: pick(stream, DEVICES) }),
    () =>
      channel.ask(
        'device.operation.execute',
        dialect.executeRequest.encode({
          deviceId: pick(stream, DEVICES),
          operation: { name: 'device.relay.set', params: { relays: pick(stream, RELAYS) } },
          idempotencyKey: `${clientId}-ws-${++serial}`,
        }),
      ),
  ];
  while (clock.now() < until) {
    await logIn();
    await pick(stream, acts)();
    await clock.sleep(500 + stream.fraction() * 4000);
  }
  channel.close();
  return count + channel.count();
}

const RS485 = { data: '0102', timeoutMs: 300 };
type RelayActions = ParamsOf<'device.relay.set'>['relays'];
const RELAYS: readonly [RelayActions, ...RelayActions[]] = [
  [{ index: 1, action: 'on' }],
  [{ index: 1, action: 'off' }],
  [
    { index: 2, action: 'on' },
    { index: 3, action: 'off' },
  ],
  [{ index: 4, action: 'jog' }],
];

/** A connection that is opened again when it has closed. */
async function openChannel(
  { clock, transport, port }: Pick<UseParts, 'clock' | 'transport' | 'port'>,
  ticket: () => Promise<string>,
) {
  let socket: Socket | undefined;
  let recorded: ReturnType<typeof port.connection> | undefined;
  let isOver = false;
  let asked = 0;
  const connect = async (): Promise<void> => {
    const path = `/svc/v1/ws?ticket=${await ticket()}`;
    const own = port.connection({ url: `http://proxy.test${path}`, headers: [] });
    const outcome = await transport.open(path, {
      frame: (data) => own.frame({ type: 'receive', time: clock.now() / 1000, opcode: 1, data }),
      closed: ({ code }) => {
        port.note(clock.now(), {
          ...{ kind: 'connection', ...own.about, state: 'closed', closeCode: code },
          by: isOver ? 'harness' : 'target',
        });
        socket = undefined;
        if (!isOver) void clock.sleep(5000).then(connect);
      },
    });
    if (outcome.kind === 'refused') return;
    port.note(clock.now(), { kind: 'connection', ...own.about, state: 'open' });
    [socket, recorded] = [outcome.socket, own];
  };
  await connect();
  return {
    ask: async (topic: string, data?: unknown): Promise<void> => {
      const request = { topic, requestId: `r-${++asked}`, ...(data !== undefined && { data }) };
      const text = JSON.stringify(dialect.shapes.wsRequest.encode(request));
      if (!socket) return;
      recorded?.frame({ type: 'send', time: clock.now() / 1000, opcode: 1, data: text });
      socket.send(text);
      await clock.sleep(1000);
    },
    count: () => asked,
    close: () => {
      isOver = true;
      socket?.close(1000, '');
    },
  };
}

async function moveInputs(
  { clock, until }: Pick<UseParts, 'clock' | 'until'>,
  stream: RandomStream,
  set: (deviceId: string, index: number, active: boolean) => void,
): Promise<void> {
  for (let active = true; clock.now() < until; active = !active) {
    await clock.sleep(5000 + stream.fraction() * 20_000);
    set(pick(stream, DEVICES), 2, active);
  }
}

function pick<T>(stream: RandomStream, all: readonly [T, ...T[]]): T {
  return all[stream.integer(0, all.length - 1)] ?? all[0];
}

function listed(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
