// Stimuli by a command: real little programs, with all the ways in which they fail.
import { expect, test } from 'vitest';
import { node, stimuliRig } from '../stimuli-rig.js';

const inject = async (command: string, more = ''): Promise<unknown> =>
  stimuliRig(`inject-rs485: { command: ${command}${more} }`).act('inject-rs485', { data: 'c0ffee' });

test('hands each word over as it is, without a shell', async () => {
  const source = "process.exit(process.argv[1] === 'dev-1; $HOME c0ffee' ? 0 : 1)";
  expect(await inject(node(source, '{deviceId}; $HOME {data}'))).toEqual({ kind: 'applied' });
});

test('runs in an environment of its own, with the secrets that it is given', async () => {
  // What this process has and its programs do not get.
  expect(process.env['VITEST']).toBe('true');
  const source = "process.exit(process.env.TOKEN === 'pdu-token-text' && !process.env.VITEST ? 0 : 1)";
  expect(await inject(node(source), ", env: { TOKEN: '${PDU_TOKEN}' }")).toEqual({ kind: 'applied' });
});

test('fails with the exit code and the first line of what it said', async () => {
  const detail = async (source: string): Promise<unknown> => inject(node(source));
  expect(await detail("console.error('no outlet 9\\nstack'); process.exit(3)")).toMatchObject({
    detail: expect.stringMatching(/ended with exit code 3: no outlet 9$/),
  });
  expect(await detail("process.kill(process.pid, 'SIGTERM')")).toMatchObject({
    detail: expect.stringMatching(/was ended by SIGTERM$/),
  });
  expect(await inject('[/no/such/program]')).toMatchObject({
    detail: expect.stringMatching(/cannot be started: .*ENOENT/),
  });
});

test('is stopped with all that it has started when it prints too much or takes too long', async () => {
  expect(
    await inject(node("process.stdout.write('x'.repeat(1e6)); setInterval(() => {}, 1000)")),
  ).toMatchObject({ detail: expect.stringContaining('printed more than 65536 bytes') });
  const rig = stimuliRig(`inject-rs485: { command: ${node('setInterval(() => {}, 1000)')}, timeout: 2s }`);
  const late = rig.act('inject-rs485', { data: '00' });
  await rig.clock.advance(2000);
  expect(await late).toMatchObject({ detail: expect.stringContaining('did not end in time') });
});

test('of a witness prints a number', async () => {
  const witness = (source: string) =>
    stimuliRig(`executions: { command: ${node(source)} }`).act('executions');
  expect(await witness("console.log(' 42 ')")).toEqual({ kind: 'applied', value: 42 });
  expect(await witness("console.log('many')")).toEqual({
    kind: 'failed',
    detail: 'this is no number: "many"',
  });
});
