// The verb http: a request written by hand.
import { describe, expect, it } from 'vitest';
import { runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('http', () => {
  it('goes out as it is written, with references filled in', async () => {
    const steps = `
- http: POST /svc/v1/devices/\${plant.deviceId}/relays/commands
  headers: { x-odd: '\${operator.clientId}' }
  body: '{"relays":'
  patient: false
- http: POST /svc/v1/x
  body: { a: 1 }
  patient: false`;
    const ran = await runSteps(steps + THEN_PING, OK);
    expect(calls(ran).slice(0, 2)).toEqual([
      {
        name: 'http',
        method: 'POST',
        path: '/svc/v1/devices/dev-1/relays/commands',
        headers: { 'x-odd': 'id-op' },
        body: '{"relays":',
      },
      { name: 'http', method: 'POST', path: '/svc/v1/x', body: '{"a":1}' },
    ]);
  });

  it('may have a longer path and more header fields than is written', async () => {
    const steps = `
- http: GET /svc/v1/x
  lengthen: 6
  moreHeaders: 2
  patient: false`;
    const [first] = calls(await runSteps(steps + THEN_PING, OK));
    expect(first).toEqual({
      name: 'http',
      method: 'GET',
      path: '/svc/v1/x/path/path',
      headers: { 'x-path-1': 'path', 'x-path-2': 'path' },
    });
  });
});
