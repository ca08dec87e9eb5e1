// A client that does a little of everything for six minutes, while a plan is at work.
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../../src/kernel/random.js';
import type { FaultStatus } from '../../../../src/simulator/faults/engine/instance.js';
import { createFaultEngine } from '../../../../src/simulator/faults/engine/engine.js';
import type { FaultPlan } from '../../../../src/simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../../../src/simulator/fleet/fleet.js';
import type { FleetSpec } from '../../../../src/simulator/fleet/fleet-spec.js';
import { settingsOf, createSimulator } from '../../../../src/simulator/simulator.js';
import { dialectNamed } from '../../dialect-named.js';

const ROUNDS = 120;
const DEVICES = ['bench-01', 'bench-02', 'mini-01'];

export async function traffic(spec: FleetSpec, plan: FaultPlan): Promise<readonly FaultStatus[]> {
  const clock = createManualClock();
  const random = createRandom(spec.seed);
  const dialect = dialectNamed('default');
  const faults = createFaultEngine({ clock, random, dialect, journal: { note: () => undefined } });
  const fleet = createFleet(spec, {
    clock,
    random,
    places: (device) => faults.devices.now(device),
  });
  const settings = settingsOf(spec.limits);
  const simulator = createSimulator({
    fleet,
    clock,
    random,
    dialect,
    settings,
  });
  for (const order of plan.faults) faults.add(order);
  faults.attach(simulator);

  let token = '';
  const call = async (method: string, path: string, body?: unknown, key = '') => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key || undefined };
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await simulator.rest({ method, target: `/svc/v1${path}`, headers, body: text });
    const whole = reply.delivery === undefined || reply.delivery.kind === 'whole';
    return whole ? { status: reply.status, data: JSON.parse(reply.body).data } : { status: 0, data: {} };
  };
  let connected = false;
  const connect = async (): Promise<void> => {
    const { data } = await call('POST', '/ws/ticket');
    const opened = simulator.service.openConnection(data?.ticket);
    if (!opened.ok) return;
    connected = true;
    const close = (): void => {
      connected = false;
      session.end();
    };
    const session = simulator.openSession(opened.value, { send: () => undefined, close, backlog: () => 0 });
  };
  const round = async (nth: number): Promise<void> => {
    const listed = await call('GET', '/devices');
    if (listed.status === 401 || token === '') {
      const login = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
      token = (await call('POST', '/auth/token', login)).data?.accessToken ?? token;
    }
    if (!connected) await connect();
    for (const id of DEVICES) {
      const action = nth % 2 === 0 ? 'on' : 'off';
      await call(
        'POST',
        `/devices/${id}/relays/commands`,
        { relays: [{ index: 1, action }] },
        `${id}-${nth}`,
      );
      await call('POST', `/devices/${id}/rs485/transceive`, { data: 'ee01', timeoutMs: 500 });
      await call('GET', `/devices/${id}`);
      fleet.get(id)?.stimuli.setInput(2, nth % 2 === 0);
      if (nth % 5 === 0) fleet.get(id)?.stimuli.dropLink();
      else fleet.get(id)?.stimuli.restoreLink();
    }
  };
  for (let nth = 0; nth < ROUNDS; nth++) {
    await clock.runUntil(round(nth));
    await clock.advance(1_000);
  }
  return faults.list();
}
