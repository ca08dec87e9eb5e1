import { afterEach, describe, expect, it } from 'vitest';
import type { RestRequest } from '../../../src/simulator/transport/rest/message.js';
import { commandSuite } from '../../suites/service-commands.js';
import { permissionSuite, type PermissionRig } from '../../suites/service-permissions.js';
import { commandOf, endpointSuite, refused, relaysBody } from '../../suites/service-rest.js';
import { createRig } from '../../suites/service-rig.js';
import { DIALECTS } from '../dialect-named.js';
import { quotasBut, simulate, type Simulated, type SimulatedOptions } from './simulated.js';

const opened: Simulated[] = [];
afterEach(() => {
  const bugs = opened.splice(0).flatMap((each) => each.bugs);
  if (bugs.length > 0) throw new Error('the simulator has a bug', { cause: bugs[0] });
});

function open(options: SimulatedOptions = {}): PermissionRig & Simulated {
  const simulated = simulate(options);
  opened.push(simulated);
  const { simulator, clock, dialect } = simulated;
  const { access } = simulator.ports;
  return {
    ...simulated,
    ...createRig(dialect, (request) => clock.runUntil(simulator.rest(request))),
    expireTokens: () => access.expireTokens(),
    disable: (client) => access.setDisabled(client, true),
  };
}

describe.each(DIALECTS)('REST in the %s dialect', (dialect) => {
  describe('endpoints', () => {
    endpointSuite(() => open({ dialect }));
  });
  describe('permissions', () => {
    permissionSuite(() => open({ dialect }));
  });
  describe('commands', () => {
    commandSuite(() => open({ dialect }));
  });

  it('answers malformed requests in the envelope', async () => {
    const rig = open({ dialect });
    const authorization = `Bearer ${await rig.tokenOf('operator')}`;
    const post = {
      method: 'POST',
      target: '/svc/v1/devices/bench-01/relays/commands',
      headers: { authorization },
    };
    const good = JSON.stringify(relaysBody(rig, 1, 'on'));
    const typed = (type: string): RestRequest => ({
      ...post,
      headers: { authorization, 'content-type': type },
      body: good,
    });
    const malformed: RestRequest[] = [
      ...['', '{', 'null', '[]', '"x"', '1e999', '{"relays":{}}', '['.repeat(20_000)].map((body) => ({
        ...post,
        body,
      })),
      typed('text/plain'),
      typed('application/x-www-form-urlencoded'),
      typed('multipart/form-data; boundary=x'),
    ];
    for (const request of malformed) expect(await rig.send(request)).toEqual(refused(rig, 'INVALID_REQUEST'));
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.acme+json']) {
      expect(await rig.send(typed(type))).toMatchObject({ status: 200 });
    }
  });

  it('answers what is no endpoint in the envelope, whatever the method', async () => {
    const rig = open({ dialect });
    const methods = [
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'constructor',
      '__proto__',
      '',
    ];
    const targets = [
      '',
      '/',
      '*',
      '/svc/v2/devices',
      '/svc/v1',
      '/svc/v1/devices/a/b/c/d',
      '//svc/v1/devices',
      '/svc/v1/devices/',
    ];
    for (const method of methods) {
      for (const target of targets) {
        const answer = await rig.send({ method, target, headers: {}, body: '' });
        expect([401, 400, rig.dialect.error('NOT_FOUND').status]).toContain(answer.status);
      }
    }
    expect(await rig.send({ method: 'PATCH', target: '/svc/v1/devices', headers: {}, body: '' })).toEqual(
      refused(rig, 'NOT_FOUND'),
    );
  });

  it('takes path parameters apart: escaped ones are decoded, bad escapes refused, long ones not looked at', async () => {
    const rig = open({ dialect });
    const authorization = `Bearer ${await rig.tokenOf('operator')}`;
    const read = (id: string) =>
      rig.send({
        method: 'GET',
        target: `/svc/v1/devices/${id}/config`,
        headers: { authorization },
        body: '',
      });
    expect(await read('bench%2D01')).toMatchObject({ status: 200 });
    for (const id of ['%', '%zz', '%ff', '%c3%28'])
      expect(await read(id)).toEqual(refused(rig, 'INVALID_REQUEST'));
    for (const id of ['a%2Fb', '..%2F..', '%00', '__proto__', 'constructor', 'x'.repeat(256)]) {
      expect(await read(id)).toEqual(refused(rig, 'DEVICE_NOT_FOUND'));
    }
    expect(await read('x'.repeat(5000))).toEqual(refused(rig, 'NOT_FOUND'));
  });
});

describe('REST', () => {
  it('passes over bodies of requests that have none by their method', async () => {
    const rig = open();
    const authorization = `Bearer ${await rig.tokenOf('reader')}`;
    const headers = { authorization, 'content-type': 'text/plain' };
    expect(await rig.send({ method: 'GET', target: '/svc/v1/devices', headers, body: '{' })).toMatchObject({
      status: 200,
    });
  });

  it('announces the wait of a 429 in the header and in the body, and is true to it', async () => {
    const rig = open();
    const read = { as: 'reader', parameters: { deviceId: 'bench-01' } };
    await rig.call('devices.read', read);
    const early = await rig.call('devices.read', read);
    expect(early.headers['retry-after']).toBe('3');
    await rig.clock.advance(Number(early.data['retryAfterSeconds']) * 1000);
    expect(await rig.call('devices.read', read)).toMatchObject({ status: 200 });
  });

  it.each(['query', 'refresh', 'control', 'manage', 'ticket', 'token'] as const)(
    'limits the class %s for each client, and answers 429',
    async (quotaClass) => {
      const rig = open({ settings: { quotas: quotasBut({ [quotaClass]: { limit: 1, window: 5000 } }) } });
      const parameters = { deviceId: 'bench-01' };
      const ids = ['bench-02', 'bench-03'];
      const calls = {
        query: () => rig.call('profiles.list', { as: 'operator' }),
        refresh: () => rig.call('devices.read', { as: 'operator', parameters }),
        control: () => rig.call('relays.set', { as: 'operator', parameters, body: relaysBody(rig, 1, 'on') }),
        manage: () =>
          rig.call('devices.remove', { as: 'operator', parameters: { deviceId: ids.shift() ?? '' } }),
        ticket: () => rig.call('ticket.create', { as: 'operator' }),
        token: () =>
          rig.call('token.create', { body: { clientId: 'reader', clientSecret: 'demo-reader-secret' } }),
      };
      expect(await calls[quotaClass]()).toMatchObject({ status: 200 });
      expect(await calls[quotaClass]()).toMatchObject({ status: 429 });
    },
  );

  it('answers with a pending command at once when commands are asynchronous, to be polled to its end', async () => {
    const rig = open({ settings: { asynchronousCommands: true } });
    const bench = { as: 'operator', parameters: { deviceId: 'bench-01' } };
    const begun = commandOf(
      rig,
      await rig.call('relays.set', { ...bench, body: relaysBody(rig, 1, 'on'), key: 'k' }),
    );
    expect(begun.status).toBe('pending');
    const read = { as: 'operator', parameters: { commandId: begun.commandId } };
    expect(commandOf(rig, await rig.call('commands.read', read)).status).toBe('pending');
    await rig.clock.advance(1000);
    expect(commandOf(rig, await rig.call('commands.read', read)).status).toBe('succeeded');
  });

  it('answers a bug with 500 in the envelope, tells those who run it, and goes on', async () => {
    const { simulator, clock, dialect, bugs } = simulate({
      edges: [
        {
          calls: () => ({
            listProfiles: () => {
              throw new Error('a bug');
            },
          }),
        },
      ],
    });
    const rig = createRig(dialect, (request) => clock.runUntil(simulator.rest(request)));
    expect(await rig.call('profiles.list', { as: 'reader' })).toMatchObject({
      status: 500,
      code: 'INTERNAL_ERROR',
    });
    expect(bugs).toEqual([new Error('a bug')]);
    expect(await rig.call('devices.list', { as: 'reader' })).toMatchObject({ status: 200 });
  });
});
