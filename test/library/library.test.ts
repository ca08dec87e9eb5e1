import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createManualClock, type SimulatorSetup, startSimulator } from '../../src/index.js';
import { dialectOnce, fleetOnce } from '../../src/library/start-simulator.js';

const FLEET = `
profiles: { mini: { relays: [{}] } }
devices: [{ deviceId: only, profile: mini }]
clients: { me: { secret: my-secret, scopes: ['device:read'] } }
`;

async function started(setup: SimulatorSetup) {
  const cloud = await startSimulator(setup);
  onTestFinished(() => cloud.close());
  return cloud;
}

it('shows in its document the example that is tested', () => {
  const example = readFileSync('test/library/example.test.ts', 'utf8').replace(
    '../../src/index.js',
    'relaybench',
  );
  expect(readFileSync('docs/library.md', 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\``);
});

it('reads a fleet and a dialect once for all simulators, unless the text changes', async () => {
  expect(fleetOnce(undefined, '.')).toEqual(fleetOnce(undefined, 'elsewhere'));
  const [first, second] = [dialectOnce('default', '.'), dialectOnce('default', '.')];
  expect(first.ok && second.ok && first.value === second.value).toBe(true);
  expect(dialectOnce('no-such-dialect', '.').ok).toBe(false);
});

it('works without a socket', async () => {
  const clock = createManualClock();
  const cloud = await started({ clock, listen: false, fleet: FLEET });
  const body = JSON.stringify({ clientId: 'me', clientSecret: 'my-secret' });
  const reply = await cloud.rest({ method: 'POST', target: '/svc/v1/auth/token', headers: {}, body });
  expect(reply.status).toBe(200);
  expect(() => cloud.url).toThrow('no address');
  expect(cloud.controlUrl).toBeUndefined();
});

it('takes a fleet as YAML, and says what is wrong with it', async () => {
  const cloud = await started({ fleet: FLEET, listen: false });
  expect(cloud.simulator.fleet.count).toBe(1);
  expect(cloud.device('other')).toBeUndefined();
  const wrong = startSimulator({ fleet: FLEET.replace('mini }', 'maxi }'), listen: false });
  await expect(wrong).rejects.toThrow('unknown profile "maxi"');
});

it('opens a control plane when it is asked to', async () => {
  const cloud = await started({ fleet: FLEET, control: true });
  const headers = { authorization: `Bearer ${cloud.controlToken}` };
  const reply = await fetch(`${cloud.controlUrl}/devices`, { headers });
  expect(await reply.json()).toMatchObject({ count: 1 });
});

it('takes faults and defects, and throws on what is none', async () => {
  const faults = [{ fault: 'offline', on: { device: 'only' } }];
  const cloud = await started({ fleet: FLEET, listen: false, faults, defects: ['budget-missing'] });
  expect(cloud.faults.list()).toMatchObject([{ type: 'offline', state: 'active' }]);
  cloud.faults.clear();
  expect(cloud.faults.list()).toEqual([]);
  cloud.reset();
  expect(cloud.faults.list()).toHaveLength(1);
  const stranger = startSimulator({ fleet: FLEET, faults: [{ fault: 'offline', on: { device: 'onyl' } }] });
  await expect(stranger).rejects.toThrow('unknown device "onyl"');
  expect(() => cloud.faults.order({ fault: 'ofline' })).toThrow('Did you mean "offline"?');
  expect(() => cloud.faults.apply('faults: 1\n')).toThrow('plan:1');
  await expect(startSimulator({ defects: ['none-such'] })).rejects.toThrow('there is no defect');
});

it('keeps what happened in its journal, from outside as from within', async () => {
  const cloud = await started({ fleet: FLEET, listen: false });
  const heard: string[] = [];
  cloud.journal.listen(({ kind }) => heard.push(kind));
  cloud.device('only')?.stimuli.dropLink();
  expect(heard).toEqual(['stimulus', 'event']);
  expect(cloud.journal.records({ device: 'only' })).toHaveLength(2);
});

it('goes back to where it was', async () => {
  const cloud = await started({ fleet: FLEET, listen: false });
  cloud.device('only')?.stimuli.dropLink();
  const taken = cloud.snapshot();
  cloud.reset();
  expect(cloud.device('only')?.physical().linked).toBe(true);
  cloud.restore(taken);
  expect(cloud.device('only')?.physical().linked).toBe(false);
});
