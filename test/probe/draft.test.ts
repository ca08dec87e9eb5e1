// A dialect that is drafted from a server: what it calls proven is so, whatever the server's dialect is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { draftDialect } from '../../src/probe/draft/draft-dialect.js';
import {
  type DraftExchange,
  evidenceInHar,
  evidenceInOpenapi,
  evidenceInSample,
} from '../../src/probe/draft/evidence.js';
import { dialectText, targetText } from '../../src/probe/draft/write-draft.js';
import { dialectIn, draftedFrom, lookedAt, USUAL } from './drafted.js';
import { GALLERY } from './drawn-dialect.js';

/** What is called proven, and read otherwise than the server means it. */
function wrongIn({ meanings }: Awaited<ReturnType<typeof draftedFrom>>): string[] {
  return meanings
    .filter(({ standing, isRight }) => standing === 'proven' && !isRight)
    .map(({ place }) => place);
}

describe('a dialect that is drafted', () => {
  it.each(GALLERY)('from a server of %s proves nothing that is wrong', async (file) => {
    const result = await draftedFrom(dialectIn(file));
    expect(result.loads).toEqual([]);
    expect(wrongIn(result)).toEqual([]);
    expect(result.looked.requests).toBeLessThanOrEqual(200);
  });

  it('reads what the server says, where its names say what they are', async () => {
    const { text, counts, misfits, meanings } = await draftedFrom(
      dialectIn('fixtures/dialects/default.yaml'),
    );
    expect(misfits).toEqual([]);
    // The word for no power was not seen.
    expect(meanings.filter(({ isRight }) => !isRight).map(({ standing }) => standing)).toEqual([
      'open',
      'open',
    ]);
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

  it('comes with a profile that people can read, however many devices there are', () => {
    const target = { clientId: 'a', secretVariable: 'A', dialect: './dialect.yaml', insecure: false };
    const ids = Array.from({ length: 5000 }, (_, at) => `device-${at}`);
    const written = new Map(ids.map((id) => [id, id]));
    const device = { fields: {}, texts: {}, records: [], written, silent: new Set(['device-3']) };
    const text = targetText({ ...target, baseUrl: 'https://a.test', scopes: [] }, device);
    expect(text).toContain('# The first 20 of 4999 devices.\n');
    expect(text).toContain('# Left out, since it did not answer: "device-3"\n');
    const kept = ids.filter((id) => id !== 'device-3').slice(0, 20);
    expect(Object.keys((parse(text) as { devices: object }).devices)).toEqual(kept);
  });
});

it('a schema that names itself in several places is looked into for a while', () => {
  const fields = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [name, { $ref: '#/components/schemas/A' }]),
  );
  const A = { type: 'object', properties: { id: { const: 7 }, ...fields } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
  const paths = { '/svc/v1/devices': { get: { responses: { 200: { content } } } } };
  const [seen] =
    evidenceInOpenapi({ openapi: '3.1.0', paths, components: { schemas: { A } } }, 'a.json') ?? [];
  expect(seen?.data).toMatchObject({ id: 7, a: { id: 7 } });
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

it('says how the state of a device is shown over WebSocket, where it is not as over REST', () => {
  const { serial, live } = STATE.data.unit;
  const seen = (what: string, data: unknown, deviceId?: string): DraftExchange => ({
    what,
    code: 'SUCCESS',
    data: data,
    source: what,
    named: deviceId === undefined ? {} : { deviceId },
  });
  const drafted = (state: object): unknown =>
    draftDialect(
      [
        seen('devices.list', LIST.data),
        seen('devices.read', STATE.data, serial),
        seen('device.state.get', state, serial),
      ],
      USUAL,
    ).draft.shapes.get('deviceState');
  expect(drafted(STATE.data)).toBeUndefined();
  expect(drafted({ body: { id: serial, ...live } })).toMatchObject({
    body: { id: '$deviceId?', '...': '$peripherals' },
  });
  expect(drafted({ id: serial, ...live })).toMatchObject({ id: '$deviceId?', '...': '$peripherals' });
  expect(drafted({ body: { live } })).toEqual({ body: { live: '$peripherals' } });
});

describe('what only some servers show', () => {
  const usual = readFileSync('fixtures/dialects/default.yaml', 'utf8');
  const spoken = (...[from, to]: readonly [RegExp, string]) => {
    const parsed = parseDialect(usual.replace(from, to), 'spoken.yaml');
    if (!parsed.ok || !from.test(usual)) throw new Error('the dialect can be read, and is another one');
    return parsed.value;
  };

  it('is proven of connection and power where one device has lost each', async () => {
    const { text } = await draftedFrom(dialectIn('fixtures/dialects/default.yaml'), true);
    expect(text).toMatch(
      /connection: \$online\(online\|offline\)\? # proven: named so, and it and one other/,
    );
    expect(text).toMatch(/power: \$powered\(on\|lost\)\? # proven: named so, and it and one other/);
  });

  it('is found of frames whose topic stands where usual ones have a command', async () => {
    const own = spoken(
      /^wsRequest:.*$/m,
      'wsRequest: { action: $topic, requestId: $requestId, data: $data? }',
    );
    const { text } = await draftedFrom(own);
    expect(text).toContain('action: $topic # proven');
  });
});

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

describe('a server that writes its own way', () => {
  const drafted = (...replies: readonly (readonly [what: string, data: unknown])[]) => {
    const samples = replies.flatMap(
      ([what, data]) =>
        evidenceInSample(JSON.stringify({ code: 'SUCCESS', message: 'OK', data }), `${what}.json`) ?? [],
    );
    const { draft } = draftDialect(samples, USUAL);
    return { text: dialectText(draft, 'drafted'), notes: draft.notes.join() };
  };
  const device = { ref: 'k-1', live: 1, supply: 0 };
  const devices = [device, { ref: 'k-2', live: 1, supply: 1 }];
  const probes = { t1: { reading: '20.0', in: 'C' }, t2: { reading: '21.5', in: 'C' } };

  it('has its sensors found under keys that end with numbers', () => {
    const { text } = drafted(['devices.list', { devices }], ['devices.read', { device, io: { probes } }]);
    expect(parse(text)).toMatchObject({
      peripherals: { probes: { '$sensor.key': { reading: '$sensor.value:string', in: '$sensor.unit?' } } },
    });
    expect(parseDialect(text, 'drafted.yaml').ok).toBe(true);
  });

  it('has numbers read as numbers where only one of the two was seen', () => {
    const { text } = drafted(['devices.list', { devices }]);
    expect(parse(text)).toMatchObject({ device: { live: '$online(1|0):number?' } });
  });

  it('has names that all stand between the same marks taken for likely, as the marks may be no part of them', () => {
    const listed = (names: readonly string[]): string =>
      drafted(['devices.list', { devices: names.map((name, at) => ({ ref: `k-${at}`, name })) }]).text;
    expect(listed(['Pump', 'Gate'])).toContain('name: $name? # proven');
    expect(listed(['€Pump[', '€Gate['])).toContain('name: $name? # likely');
  });

  it('has a field read whose name begins with a dollar sign', () => {
    const marked = devices.map(({ ref, ...rest }) => ({ $ref: ref, ...rest }));
    const { text } = drafted(['devices.list', { devices: marked }], ['devices.read', { device: marked[0] }]);
    expect(parse(text)).toMatchObject({ device: { $$ref: '$deviceId' } });
    expect(parseDialect(text, 'drafted.yaml').ok).toBe(true);
  });

  it('has the cursor of a list found by what lies around it, and is told that more pages are there', () => {
    const { text, notes } = drafted(['devices.list', { devices, more: { from: 'S1gt' } }]);
    expect(text).toContain('from: $nextCursor? # likely');
    expect(parseDialect(text, 'drafted.yaml').ok).toBe(true);
    expect(notes).toContain('only the first was read');
  });
});

describe('a server that shows nothing', () => {
  it('says so, where the credentials are refused', async () => {
    const { stopped, evidence } = await lookedAt(dialectIn('fixtures/dialects/default.yaml'), {
      client: 'nobody',
    });
    expect(stopped?.kind).toBe('refused');
    expect(evidence).toEqual([]);
  });

  it('is given up where it never ends the handshake of a WebSocket', async () => {
    const { evidence } = await lookedAt(dialectIn('fixtures/dialects/default.yaml'), { isDeaf: true });
    expect(evidence.map(({ what }) => what)).toContain('ticket.create');
    expect(evidence.map(({ what }) => what)).not.toContain('session.ping');
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
