import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/contract/error-codes.js';
import { type Call, createRig, type Rig } from '../../suites/service-rig.js';
import { relaysBody } from '../../suites/service-rest.js';
import { DIALECTS } from '../dialect-named.js';
import { simulate, type Simulated } from './simulated.js';

type Stage = Rig & Simulated;

const bench: Call = { as: 'operator', parameters: { deviceId: 'bench-01' } };
const ADDITION = { deviceId: 'lab-1', profileId: 'mini-3', password: 'first' };

function switchOn(stage: Stage, index = 1, key?: string) {
  return stage.call('relays.set', { ...bench, body: relaysBody(stage, index, 'on'), ...(key && { key }) });
}

function addLab(stage: Stage) {
  return stage.call('devices.add', {
    as: 'operator',
    body: stage.dialect.shapes.deviceAddition.encode(ADDITION),
  });
}

/** How each refusal of a request is brought about; the rest need a socket, and have their tests there. */
const REFUSALS: Partial<Record<ErrorCode, (stage: Stage) => ReturnType<Rig['call']>>> = {
  AUTH_INVALID: ({ call }) => call('devices.list', { headers: { authorization: 'Bearer none' } }),
  APP_DISABLED: async ({ call, tokenOf, simulator }) => {
    await tokenOf('reader');
    simulator.ports.access.setDisabled('reader', true);
    return call('devices.list', { as: 'reader' });
  },
  AUTH_SCOPE_DENIED: ({ call }) => call('devices.add', { as: 'reader', body: {} }),
  DEVICE_BUSY: async (stage) => {
    await stage.tokenOf('operator');
    const [first, second] = await Promise.all([switchOn(stage), switchOn(stage, 2)]);
    expect(first.status).toBe(200);
    return second;
  },
  RATE_LIMITED: async ({ call }) => {
    await call('devices.read', bench);
    return call('devices.read', bench);
  },
  INTERNAL_ERROR: (stage) => {
    const broken = () => {
      throw new Error('a bug');
    };
    Object.assign(stage.simulator.ports.access, { authenticate: broken });
    return stage.call('devices.list', { headers: { authorization: 'Bearer any' } });
  },
  INVALID_REQUEST: ({ call }) => call('relays.set', { ...bench, body: 7 }),
  NOT_FOUND: ({ send }) => send({ method: 'GET', target: '/svc/v1/nothing', headers: {}, body: '' }),
  DEVICE_NOT_FOUND: ({ call }) =>
    call('devices.config', { as: 'reader', parameters: { deviceId: 'no-such' } }),
  COMMAND_NOT_FOUND: ({ call }) =>
    call('commands.read', { as: 'reader', parameters: { commandId: 'no-such' } }),
  DEVICE_OFFLINE: (stage) => {
    stage.simulator.fleet.get('bench-01')?.stimuli.dropLink();
    return switchOn(stage);
  },
  DEVICE_EXISTS: async (stage) => {
    await addLab(stage);
    return addLab(stage);
  },
  INVALID_PARAMETER: (stage) => switchOn(stage, 60),
  PASSWORD_INVALID: async (stage) => {
    await addLab(stage);
    const body = stage.dialect.shapes.passwordChange.encode({ currentPassword: 'x', newPassword: 'y' });
    return stage.call('devices.password', { as: 'operator', parameters: { deviceId: 'lab-1' }, body });
  },
  IDEMPOTENCY_KEY_REUSED: async (stage) => {
    await switchOn(stage, 1, 'k');
    return switchOn(stage, 2, 'k');
  },
};

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
  it.each(Object.keys(REFUSALS) as ErrorCode[])('%s comes with its code and its status', async (code) => {
    const simulated = simulate({ dialect });
    const { simulator, clock } = simulated;
    const rig = createRig(simulated.dialect, (request) => clock.runUntil(simulator.rest(request)));
    const answer = await REFUSALS[code]!({ ...simulated, ...rig });
    expect(answer).toMatchObject(simulated.dialect.error(code));
  });
});
