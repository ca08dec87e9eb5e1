import { afterEach, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../src/contract/endpoints.js';
import { REQUEST_TOPICS } from '../../src/contract/topics.js';
import { DIALECTS, dialectNamed } from '../simulator/dialect-named.js';
import { simulate } from '../simulator/transport/simulated.js';
import { commandSuite } from '../suites/service-commands.js';
import { permissionSuite, type PermissionRig } from '../suites/service-permissions.js';
import { endpointSuite } from '../suites/service-rest.js';
import { createRig } from '../suites/service-rig.js';
import { messageSuite } from '../suites/service-websocket.js';
import { createDocumented } from './documented.js';

describe.each(DIALECTS)('what the simulator answers in the %s dialect is as documented', (name) => {
  const documented = createDocumented(dialectNamed(name));
  // What a frame is found wrong with is thrown into the simulator, which takes it for a bug of its own.
  const bugs: (readonly unknown[])[] = [];
  afterEach(() => {
    const [bug] = bugs.splice(0).flat();
    if (bug !== undefined) throw new Error('a frame is not as documented', { cause: bug });
  });

  function open(): PermissionRig {
    const { simulator, clock, dialect } = simulate({ dialect: name });
    const { access } = simulator.ports;
    const rig = createRig(dialect, async (request) => {
      const reply = await clock.runUntil(simulator.rest(request));
      documented.rest(request, reply);
      return reply;
    });
    return {
      ...rig,
      expireTokens: () => access.expireTokens(),
      disable: (client) => access.setDisabled(client, true),
    };
  }

  describe('endpoints', () => {
    endpointSuite(open);
  });
  describe('permissions', () => {
    permissionSuite(open);
  });
  describe('commands', () => {
    commandSuite(open);
  });
  describe('messages', () => {
    messageSuite(() => {
      const simulated = simulate({ dialect: name, edges: [documented.sessions] });
      bugs.push(simulated.bugs);
      return simulated;
    });
  });

  it('and all of the above have been seen to answer and to refuse', () => {
    const answers = ENDPOINT_NAMES.flatMap((endpoint) => {
      const { access } = ENDPOINTS[endpoint];
      if (access === 'ticket') return [];
      // Every scope includes the permission to read.
      const denied = access.startsWith('device:') && access !== 'device:read' ? [`${endpoint} 403`] : [];
      return [`${endpoint} 200`, `${endpoint} 401`, ...denied];
    });
    const messages = REQUEST_TOPICS.flatMap((topic) => [topic, `${topic}.reply`]);
    const others = ['device.operation.execute.refusal', 'device.state.changed'];
    expect([...documented.seen]).toEqual(expect.arrayContaining([...answers, ...messages, ...others]));
  });
});

describe('a document', () => {
  it('that does not know an answer is found out', async () => {
    const { simulator, clock, dialect } = simulate();
    const documented = createDocumented(dialect);
    const request = { method: 'GET', target: '/svc/v1/devices', headers: {}, body: '' };
    const reply = await clock.runUntil(simulator.rest(request));
    expect(() => documented.rest(request, reply)).not.toThrow();
    expect(() => documented.rest(request, { ...reply, status: 418 })).toThrow('418');
    expect(() => documented.rest(request, { ...reply, body: '{"code":"SUCCESS"}' })).toThrow('devices.list');
  });
});
