// docs/wire.md: what travels, as the simulator sends it. `vitest -u` writes the page anew.
import { expect, it } from 'vitest';
import { pathOf, ENDPOINTS, type EndpointName } from '../../src/contract/endpoints.js';
import { HEADERS_SHOWN, section } from './wire-page.js';
import { simulate } from '../simulator/transport/simulated.js';

const DEVICE = { deviceId: 'bench-01' };
const RELAY = { ...DEVICE, index: '1' };

it('shows every request, reply, frame and event as the simulator sends it', async () => {
  const { simulator, clock, bugs } = simulate();
  const page: string[] = [];
  let token = '';
  const ask = async (
    name: EndpointName,
    {
      parameters = {},
      body,
      key,
      title,
    }: { parameters?: Record<string, string>; body?: unknown; key?: string; title?: string } = {},
  ): Promise<{ readonly accessToken?: string; readonly command?: { readonly commandId: string } }> => {
    const { method, summary } = ENDPOINTS[name];
    const target = pathOf(name, parameters);
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(text === '' ? {} : { 'content-type': 'application/json' }),
    };
    const reply = await clock.runUntil(simulator.rest({ method, target, headers, body: text }));
    page.push(section(title ?? summary, { method, target, headers, body: text }, reply));
    return JSON.parse(reply.body).data;
  };

  page.push('## REST\n');
  const issued = await ask('token.create', {
    body: { clientId: 'operator', clientSecret: 'demo-operator-secret' },
  });
  token = issued.accessToken ?? '';
  await ask('devices.list');
  await ask('devices.read', { parameters: DEVICE });
  await ask('devices.read', {
    parameters: DEVICE,
    title: 'The same too soon: at least three seconds must lie between',
  });
  await ask('devices.config', { parameters: DEVICE });
  await ask('profiles.list');
  const relays = { relays: [{ index: 1, action: 'on' }] };
  const done = await ask('relays.set', { parameters: DEVICE, body: relays, key: 'key-1' });
  await ask('relays.set', {
    parameters: DEVICE,
    body: relays,
    key: 'key-1',
    title: 'The same key again: the same command, and nothing is done a second time',
  });
  await ask('commands.read', {
    parameters: { commandId: done.command?.commandId ?? '' },
  });
  await ask('relays.set', {
    parameters: DEVICE,
    body: { relays: [{ index: 1, action: 'toggle' }] },
    key: 'key-2',
    title: 'A request that does not fit',
  });
  await ask('relays.set-one', { parameters: RELAY, body: { action: 'off' }, key: 'key-3' });
  await ask('rs485.transceive', {
    parameters: DEVICE,
    body: { data: '010300000001840a', timeoutMs: 500 },
    key: 'key-4',
  });
  await ask('rs485.baud-rate', { parameters: DEVICE, body: { baudRate: 19_200 }, key: 'key-5' });
  await ask('relays.jog-config', { parameters: RELAY, body: { durationMs: 750 }, key: 'key-6' });
  const addition = { deviceId: 'bench-99', name: 'Bench 99', profileId: 'io-8', password: 'first-password' };
  await ask('devices.add', { body: addition });
  await ask('devices.password', {
    parameters: { deviceId: 'bench-99' },
    body: { currentPassword: 'first-password', newPassword: 'second-password' },
  });
  await ask('devices.remove', { parameters: { deviceId: 'bench-99' } });
  await ask('ticket.create');
  token = 'no-token-of-this-service';
  await ask('devices.list', { title: 'Without a valid access token' });

  page.push('## WebSocket\n');
  page.push('The upgrade is `GET /svc/v1/ws?ticket=…`; then frames of text, each a JSON object.\n');
  const caller = simulator.ports.access.look('operator')!;
  const frames: string[] = [];
  const session = simulator.openSession(caller, {
    send: (text, onSent) => {
      frames.push(text);
      onSent?.();
    },
    close: () => undefined,
    backlog: () => 0,
  });
  const told = (title: string): void => {
    for (const text of frames.splice(0)) page.push(section(title, undefined, { body: text }));
  };
  const say = async (title: string, topic: string, data: object): Promise<void> => {
    const body = JSON.stringify({ type: 'request', topic, requestId: `r-${page.length}`, data });
    session.receive(body);
    await clock.advance(4000);
    // The event of an operation may leave before its reply.
    const at = frames.findIndex((text) => text.includes('"type":"reply"'));
    page.push(section(title, { body }, { body: frames.splice(at, 1)[0] ?? '' }));
    told('Event of that');
  };
  await say('Heartbeat', 'session.ping', {});
  await say('State of a device', 'device.state.get', DEVICE);
  await say('An operation', 'device.operation.execute', {
    ...DEVICE,
    idempotencyKey: 'key-7',
    operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  });
  const device = simulator.fleet.get('bench-01')!;
  for (const [title, act] of [
    ['Event: a digital input has changed', () => device.stimuli.setInput(3, true)],
    ['Event: RS485 bytes that nobody waited for', () => device.stimuli.injectRs485('0a0b')],
    ['Event: offline', () => device.stimuli.dropLink()],
    ['Event: online', () => device.stimuli.restoreLink()],
    ['Event: the power is lost', () => device.stimuli.cutPower()],
    ['Event: the power is back', () => device.stimuli.restorePower()],
  ] as const) {
    act();
    await clock.advance(100);
    told(title);
  }
  expect(bugs).toEqual([]);
  expect(page.join('\n')).not.toContain('undefined');
  const head = [
    '# The wire',
    '',
    'Every request, reply, frame and event in the default dialect, as the simulator sends it; input 1 of this device follows',
    'its relay 1. A test writes this page and holds it to the simulator. `conform spec openapi` and `conform spec asyncapi`',
    'describe the same for programs, also in other dialects.',
    '',
    `Headers are shown where the interface speaks of them: ${HEADERS_SHOWN.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '',
  ].join('\n');
  await expect(head + page.join('\n')).toMatchFileSnapshot('../../docs/wire.md');
});

it('leaves no endpoint out', async () => {
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(new URL('../../docs/wire.md', import.meta.url), 'utf8');
  for (const { method, path, access } of Object.values(ENDPOINTS)) {
    if (access === 'ticket') continue;
    const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/\\s]+');
    expect(text).toMatch(new RegExp(`^${method} ${pattern}$`, 'm'));
  }
});
