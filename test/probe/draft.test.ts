// A dialect that is drafted from a server: what it calls proven is so, whatever the server's dialect is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadFleet } from '../../src/cli/load/fleet.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { draftGate } from '../../src/cli/probe/draft.js';
import { createInProcessTransport } from '../../src/harness/target/in-process/create-in-process-transport.js';
import { isObject } from '../../src/kernel/json.js';
import { createRandom } from '../../src/kernel/random.js';
import { createVirtualClock } from '../../src/kernel/virtual-clock.js';
import { profileOfFleet } from '../../src/lab/fleet-profile.js';
import { simulatorServer } from '../../src/lab/in-process/simulator-server.js';
import { type Drafted, draftDialect } from '../../src/probe/draft/draft-dialect.js';
import {
  type DraftExchange,
  evidenceInHar,
  evidenceInOpenapi,
  evidenceInSample,
} from '../../src/probe/draft/evidence.js';
import { look, type Looked, type LookOptions } from '../../src/probe/draft/look.js';
import { misfitsOf } from '../../src/probe/draft/misfits.js';
import { dialectText, targetText } from '../../src/probe/draft/write-draft.js';
import { fleetFor } from '../../src/simulator/fleet/fleet-spec.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { drawnDialect, GALLERY } from './drawn-dialect.js';

const USUAL = parse(readFileSync('fixtures/dialects/default.yaml', 'utf8')) as Record<string, unknown>;
const DRAWN = Number(process.env['DIALECTS'] ?? 10);

function dialectIn(file: string): Dialect {
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(`${file} can be read`);
  return parsed.value;
}

/** What is seen of a simulator that speaks the dialect. */
async function lookedAt(spoken: Dialect, client = 'operator'): Promise<Looked> {
  const fleet = loadFleet(undefined, process.cwd());
  if (!fleet.ok) throw new Error('the fleet that comes with the program can be read');
  const clock = createVirtualClock(Date.UTC(2026, 0, 1));
  const own = fleetFor(spoken, fleet.value.spec);
  const running = await startSimulator({
    fleet: own,
    dialect: spoken,
    clock,
    seed: 1,
    listen: false,
    defects: [],
  });
  const profile = profileOfFleet(own, {
    name: 'drafted',
    url: 'http://simulator.test',
    patience: 10_000,
    control: { url: 'http://control.test', token: 'none' },
  });
  const { clientId = 'nobody', clientSecret = 'x' } = profile.clients[client] ?? {};
  const transport = createInProcessTransport(
    simulatorServer(() => running.simulator, clock),
    clock,
  );
  const usual = dialectIn('fixtures/dialects/default.yaml');
  const { signal } = new AbortController();
  const gated: LookOptions['gated'] = (forms) => {
    const gate = draftGate(usual, forms);
    return (
      gate && {
        transport: gate.guard(transport),
        permits: (text) => !gate.judge({ kind: 'frame', text }).forbidden,
      }
    );
  };
  const looked = await clock.runUntil(look({ gated, clock, clientId, clientSecret, signal }));
  await clock.runUntil(running.close());
  return looked;
}

const READ = {
  'devices.list': 'deviceList',
  'devices.read': 'deviceDetail',
  'devices.config': 'deviceConfig',
  'profiles.list': 'profileList',
  'ticket.create': 'ticket',
} as const;

/** Canonical fields that are read otherwise than the server means them, with how sure the draft was. */
function wrongIn(
  { draft }: Drafted,
  drafted: Dialect,
  spoken: Dialect,
  evidence: readonly DraftExchange[],
): string[] {
  const wrong = new Set<string>();
  for (const { what, code, data } of evidence) {
    const shape = READ[what as keyof typeof READ];
    if (shape === undefined || code !== 'SUCCESS') continue;
    const [mine, right] = [drafted.shapes[shape].decode(data), spoken.shapes[shape].decode(data)];
    if (!right.ok) continue;
    const read = mine.ok ? mine.value : mine.bearable;
    for (const place of read === undefined ? [shape] : differing(read, right.value)) {
      const field = place.split('.').at(-1) ?? '';
      const standings = draft.lines
        .filter(({ placeholder }) => placeholder.split('.').at(-1)?.replace('$', '') === field)
        .map(({ standing }) => standing);
      wrong.add(
        `${standings.includes('proven') && !standings.some((each) => each !== 'proven') ? 'proven' : 'guessed'} ${place}`,
      );
    }
  }
  return [...wrong];
}

/** Places at which both have something, and not the same. */
function differing(mine: unknown, right: unknown, at = ''): string[] {
  if (mine === undefined || right === undefined) return [];
  if (Array.isArray(mine) && Array.isArray(right))
    return mine.length === right.length
      ? mine.flatMap((each: unknown, index) => differing(each, right[index], at))
      : [at];
  if (isObject(mine) && isObject(right))
    return Object.keys(mine).flatMap((key) => differing(mine[key], right[key], `${at}.${key}`));
  return mine === right ? [] : [at];
}

async function draftedFrom(spoken: Dialect) {
  const looked = await lookedAt(spoken);
  const own = draftDialect(looked.evidence, USUAL);
  const text = dialectText(own.draft, 'drafted');
  const parsed = parseDialect(text, 'drafted.yaml');
  const count = (word: string): number => own.draft.lines.filter(({ standing }) => standing === word).length;
  return {
    looked,
    own,
    text,
    loads: parsed.ok ? [] : parsed.problems.map(({ message, line }) => `${line}: ${message}`),
    misfits: parsed.ok ? misfitsOf(parsed.value, looked.evidence) : [],
    wrong: parsed.ok ? wrongIn(own, parsed.value, spoken, looked.evidence) : [],
    counts: { proven: count('proven'), likely: count('likely'), open: count('open') },
  };
}

describe('a dialect that is drafted', () => {
  it.each(GALLERY)('from a server of %s proves nothing that is wrong', async (file) => {
    const result = await draftedFrom(dialectIn(file));
    expect(result.loads).toEqual([]);
    expect(result.wrong.filter((each) => each.startsWith('proven'))).toEqual([]);
    expect(result.looked.requests).toBeLessThanOrEqual(200);
  });

  it.each(Array.from({ length: DRAWN }, (_, seed) => seed + 1))(
    'from a server of a drawn one, %d, proves nothing that is wrong',
    async (seed) => {
      const result = await draftedFrom(drawnDialect(createRandom(seed)));
      expect(result.loads).toEqual([]);
      expect(result.wrong.filter((each) => each.startsWith('proven'))).toEqual([]);
    },
  );

  it('reads what the server says, where its names say what they are', async () => {
    const { text, counts, misfits, wrong } = await draftedFrom(dialectIn('fixtures/dialects/default.yaml'));
    expect(misfits).toEqual([]);
    expect(wrong).toEqual([]);
    expect(counts.proven).toBeGreaterThan(15);
    expect(text).toContain('deviceId: $deviceId # proven: by GET /svc/v1/devices/');
    expect(text).toContain('data: $data:hex # open: nothing of it was seen');
  });

  it('comes with a profile that allows no relay', async () => {
    const { looked, own } = await draftedFrom(dialectIn('fixtures/dialects/default.yaml'));
    const target = { clientId: 'a', secretVariable: 'A', dialect: './dialect.yaml', insecure: false };
    const text = targetText({ ...target, baseUrl: 'https://a.test', scopes: looked.scopes }, own.device);
    const { devices } = parse(text) as { devices: Record<string, { relays: number[] }> };
    expect(Object.keys(devices).length).toBeGreaterThan(0);
    expect(Object.values(devices).flatMap(({ relays }) => relays)).toEqual([]);
  });
});

const LIST = {
  code: 'SUCCESS',
  message: 'OK',
  data: {
    devices: [
      { serial: 'k-1', link: 'up' },
      { serial: 'k-2', link: 'down' },
    ],
  },
};
const STATE = {
  code: 'SUCCESS',
  message: 'OK',
  data: {
    unit: {
      serial: 'k-1',
      link: 'up',
      live: {
        outputs: [
          { no: 0, coil: 'ON' },
          { no: 1, coil: 'OFF' },
        ],
      },
    },
  },
};

describe('what was written down before', () => {
  const entry = (path: string, body: unknown) => ({
    request: { method: 'GET', url: `https://a.test${path}` },
    response: { status: 200, content: { text: JSON.stringify(body) } },
  });
  const har = JSON.stringify({
    log: {
      entries: [entry('/svc/v1/devices', LIST), entry('/svc/v1/devices/k-1', STATE), entry('/other', {})],
    },
  });
  const draftOf = (evidence: readonly DraftExchange[] | undefined): string =>
    dialectText(draftDialect(evidence ?? [], USUAL).draft, 'drafted');

  it('in a HAR file is evidence like any traffic', () => {
    const text = draftOf(evidenceInHar(har, 'traffic.har'));
    expect(parseDialect(text, 'drafted.yaml').ok).toBe(true);
    expect(text).toContain('serial: $deviceId # proven: by traffic.har, entry 2');
    expect(text).toContain('indexBase: 0');
    expect(text).toContain('coil: $relay.on(ON|OFF) # likely');
  });

  it('in samples and in an OpenAPI document narrows the same shapes', () => {
    const samples = [
      evidenceInSample(JSON.stringify(LIST), 'replies/devices.list.json'),
      evidenceInSample(JSON.stringify(STATE.data), 'replies/devices.read.json'),
    ].flatMap((each) => each ?? []);
    expect(draftOf(samples)).toContain('coil: $relay.on(ON|OFF)');
    const answer = (example: unknown) => ({
      get: { responses: { 200: { content: { 'application/json': { example } } } } },
    });
    const paths = { '/svc/v1/devices': answer(LIST), '/svc/v1/devices/{deviceId}': answer(STATE) };
    expect(draftOf(evidenceInOpenapi({ openapi: '3.0.0', paths }, 'vendor.json'))).toContain(
      'coil: $relay.on(ON|OFF)',
    );
  });

  it('is none where the file is of another kind', () => {
    expect(evidenceInHar('{}', 'traffic.har')).toBeUndefined();
    expect(evidenceInOpenapi({ info: {} }, 'vendor.json')).toBeUndefined();
    expect(evidenceInSample('{}', 'notes.json')).toBeUndefined();
  });
});

describe('a server that shows nothing', () => {
  it('says so, where the credentials are refused', async () => {
    const { stopped, evidence } = await lookedAt(dialectIn('fixtures/dialects/default.yaml'), 'nobody');
    expect(stopped?.kind).toBe('refused');
    expect(evidence).toEqual([]);
  });

  it('has its device profiles drafted all the same, where no device is there', () => {
    const body = { code: 'SUCCESS', message: 'OK', data: { profiles: [{ kind_code: 'a', title: 'A' }] } };
    const profiles = evidenceInSample(JSON.stringify(body), 'profiles.list.json');
    const { draft, device } = draftDialect(profiles ? [profiles] : [], USUAL);
    const text = dialectText(draft, 'drafted');
    expect(device).toBeUndefined();
    expect(text).toContain('kind_code: $profileId # likely');
    expect(parseDialect(text, 'drafted.yaml').ok).toBe(true);
  });
});
