// Everything that comes with the program passes on the program's own simulator, in the default names and with every
// open name another one. And validators that nobody wrote for this project hold all traffic of these runs to the
// documents that the simulator publishes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conform, type Ended } from './bin.js';
import { type Exchange, readTraffic, type Traffic } from './foreign/exchanges.js';
import { createFrameValidator } from './foreign/frame-validator.js';
import { createRestValidator } from './foreign/rest-validator.js';
import { expectAllHolds } from './whole-run.js';
import { UNFIT_CHECKS } from '../self-test/unfit-checks.js';

const ENDPOINTS = 15;
/** Three requests, each with replies and refusals, and six events; nothing refuses a ping. */
const MESSAGES = 3 * 3 + 6 - 1;

describe.each([
  ['default', []],
  ['scrambled', ['--dialect', 'scrambled']],
])('everything that comes with the program, in the dialect %s,', (dialect, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  let run: Ended;
  let traffic: Traffic;

  beforeAll(async () => {
    const path = join(folder, 'trace.ndjson');
    // Over real sockets, so that HTTP and WebSocket are tried as a whole; without the option calls take their place.
    run = await conform('run', '--verbose', '--sockets', ...words, '--report', `trace=${path}`);
    traffic = readTraffic(path);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('passes on a simulator of its own', () => {
    expect(expectAllHolds(run)).toBe(UNFIT_CHECKS.length);
    for (const id of UNFIT_CHECKS) expect(run.stdout).toContain(id);
    expect(run.stdout).toContain('Relays   all as they were found');
  });

  /**
   * Requests that a scenario writes by hand, and a relay below the first, are wrong on purpose, and no document speaks
   * of them.
   */
  const over = (channel: 'rest' | 'ws'): Exchange[] =>
    traffic.exchanges.filter(
      ({ request }) =>
        request.channel === channel &&
        request.what !== 'raw' &&
        !JSON.stringify(request.body ?? null).includes('"index":0'),
    );

  test('openapi-backend finds requests, responses and headers as the OpenAPI document has them', async () => {
    const { stdout } = await conform('spec', 'openapi', '--dialect', dialect);
    const validator = await createRestValidator(JSON.parse(stdout) as object);
    const exchanges = over('rest');
    expect(exchanges.flatMap((exchange) => validator.faults(exchange))).toEqual([]);
    expect(new Set(exchanges.map(({ request }) => request.what)).size).toBe(ENDPOINTS);
    expect(exchanges.filter((each) => validator.faults(spoilt(each)).length === 0)).toEqual([]);
  });

  test('Hyperjump finds every frame as the AsyncAPI document has it', async () => {
    const { stdout } = await conform('spec', 'asyncapi', '--dialect', dialect);
    const validator = createFrameValidator(parse(stdout) as object, dialect);
    const frames = [
      ...over('ws').flatMap(({ request, reply }): [string, unknown][] => [
        [request.what, request.body],
        [`${request.what}.${reply.code === 'SUCCESS' ? 'reply' : 'refusal'}`, reply.body],
      ]),
      ...traffic.events.map(({ topic, body }): [string, unknown] => [topic, body]),
    ];
    for (const [message, frame] of frames) {
      expect(await validator.faults(message, frame)).toEqual([]);
      expect(await validator.faults(message, {})).not.toEqual([]);
    }
    expect(new Set(frames.map(([message]) => message)).size).toBe(MESSAGES);
    validator.close();
  });
});

/** The same exchange with a reply that no document allows. */
function spoilt({ request, reply }: Exchange): Exchange {
  return { request, reply: { ...reply, body: { ...(reply.body as object), code: 5 } } };
}
