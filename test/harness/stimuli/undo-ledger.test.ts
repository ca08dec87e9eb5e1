// What stimuli leave behind is undone: by the session that did it, or at the end of the run.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { success } from '../target/rig.js';
import { stimuliRig, type StimuliRig } from './stimuli-rig.js';

const never = new AbortController().signal;

/** A control plane that notes what it is told, and refuses what a test says. */
async function plane(refuses: { path?: string } = {}): Promise<{ yaml: string; told: string[] }> {
  const told: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const line = `${request.url} ${body}`;
      told.push(line);
      const refused = refuses.path !== undefined && line.includes(refuses.path);
      response.writeHead(refused ? 500 : 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { yaml: `control: { url: '${url}', tokenEnv: PDU_TOKEN }`, told };
}

/** A target whose list tells how the device is. */
function listing(...online: boolean[]): Parameters<typeof stimuliRig>[2] {
  return {
    http: ({ path }) => {
      if (path !== '/svc/v1/devices') return undefined;
      const now = online.length > 1 ? online.shift() : online[0];
      return success({ devices: [{ deviceId: 'dev-1', online: now }] });
    },
  };
}

const undo = (rig: StimuliRig): Promise<readonly string[]> => rig.session.undo(never);

test('each in turn, the latest first, and inputs go back to how they were found', async () => {
  const { yaml, told } = await plane();
  const rig = stimuliRig(yaml, {}, listing(true));
  await rig.act('set-input', { index: 1, active: false });
  await rig.act('set-input', { index: 1, active: false });
  await rig.act('set-analog', { index: 1, value: 9 });
  await rig.act('set-sensor', { key: 'probe', value: 99 });
  await rig.act('disable-client', { client: { name: 'operator', clientId: 'client-1' } });
  told.length = 0;
  expect(await undo(rig)).toEqual([]);
  expect(told).toEqual([
    '/clients/client-1 {"disabled":false}',
    '/devices/dev-1/stimuli {"kind":"set-sensor","key":"probe","value":20}',
    '/devices/dev-1/stimuli {"kind":"set-analog","index":1,"value":2.5}',
    '/devices/dev-1/stimuli {"kind":"set-input","index":1,"active":true}',
  ]);
  expect(await undo(rig)).toEqual([]);
  expect(told).toHaveLength(4);
});

test('not when the check has done it itself', async () => {
  const { yaml, told } = await plane();
  const rig = stimuliRig(yaml, {}, listing(true));
  await rig.act('cut-power');
  await rig.act('restore-power');
  await rig.act('set-input', { index: 1, active: false });
  await rig.act('set-input', { index: 1, active: true });
  told.length = 0;
  expect(await undo(rig)).toEqual([]);
  expect(told).toEqual([]);
});

test('and the device is waited for until the target lists it as connected', async () => {
  const { yaml } = await plane();
  const rig = stimuliRig(yaml, {}, listing(false, false, true));
  await rig.act('drop-link');
  const before = rig.clock.now();
  const undoing = rig.session.undo(never);
  let done = false;
  void undoing.then(() => (done = true));
  for (let turn = 0; turn < 200 && !done; turn++) {
    await rig.clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await undoing).toEqual([]);
  expect(rig.clock.now() - before).toBeGreaterThanOrEqual(1000);
  expect(rig.arrived.filter((line) => line === 'GET /svc/v1/devices')).toHaveLength(3);
});

test('also when the act itself failed, since it may have had its effect', async () => {
  const { yaml, told } = await plane({ path: 'cut-power' });
  const rig = stimuliRig(yaml, {}, listing(true));
  expect(await rig.act('cut-power')).toMatchObject({ kind: 'failed' });
  expect(await undo(rig)).toEqual([]);
  expect(told.at(-1)).toContain('restore-power');
});

test('at the end of the run, when the session could not, and what cannot be is told', async () => {
  const refuses: { path?: string } = { path: 'restore-power' };
  const { yaml, told } = await plane(refuses);
  const rig = stimuliRig(yaml, {}, listing(true));
  await rig.act('cut-power');
  expect(await undo(rig)).toEqual([expect.stringMatching(/^restore-power of bench failed: .*500/)]);
  expect(await rig.stimuli.undoAll(rig.target)).toHaveLength(1);
  delete refuses.path;
  expect(await rig.stimuli.undoAll(rig.target)).toEqual([]);
  expect(told.at(-1)).toContain('restore-power');
  expect(rig.records('stimulus').map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'cut-power applied',
    'restore-power failed',
    'restore-power failed',
    'restore-power applied',
  ]);
});

test('and what could not be is not done at all', async () => {
  const { yaml, told } = await plane();
  const rig = stimuliRig(yaml);
  expect(await rig.act('set-input', { index: 4, active: true })).toEqual({
    kind: 'failed',
    detail: 'nobody knows how input 4 of bench was before, so it could not be put back',
  });
  expect(told).toEqual([]);
});
