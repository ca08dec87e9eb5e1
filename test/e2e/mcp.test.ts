// `conform mcp` as an agent uses it: the client of the official SDK, over the streams of the real executable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MCP_LIMITS } from '../../src/mcp/tools.js';
import { start } from './bin.js';

const STATE = mkdtempSync(join(tmpdir(), 'conform-mcp-'));
afterAll(() => rmSync(STATE, { recursive: true }));

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is at a place of the data. */
function at(data: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], data);
}

/** An agent's connection to a program of its own. */
async function connect(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/conform.js', 'mcp', ...words],
    env: { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: STATE, ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Called> => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
    const text = (content as readonly { text: string }[])[0]?.text ?? '';
    return { isError: isError === true, text, data: (structuredContent ?? {}) as Called['data'] };
  };
  return { client, call, stderr: () => stderr, pid: transport.pid };
}

describe('the tools', () => {
  let agent: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    agent = await connect();
  });
  afterAll(() => agent.client.close());

  test('introduce themselves with names, texts, schemas of their input and what they may do', async () => {
    expect(agent.client.getServerVersion()?.name).toBe('conform');
    expect(agent.client.getInstructions()).toContain('run_checks');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'list_rules',
        'explain_rule',
        'run_checks',
        'read_findings',
        'stage_fault',
        'read_journal',
      ]),
    );
    for (const tool of tools) {
      expect(tool.description).toMatch(/\.$/);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.annotations).toBeDefined();
    }
  });

  test('list and explain rules, and say which one was meant', async () => {
    const { data } = await agent.call('list_rules', { match: 'refresh.*', limit: 2 });
    expect(data).toMatchObject({
      rules: [{ id: 'refresh.min-interval' }, { id: 'refresh.shared-budget' }],
      leftOut: 7,
    });
    const rule = await agent.call('explain_rule', { rule: 'refresh.shared-budget' });
    expect(rule.data['checks']).toContainEqual(expect.objectContaining({ id: 'refresh/shared-budget' }));
    expect(rule.data['defects']).toContainEqual(expect.objectContaining({ id: 'budget-not-shared' }));
    const mistyped = await agent.call('explain_rule', { rule: 'refresh.shared-buget' });
    expect([mistyped.isError, mistyped.text]).toEqual([
      true,
      expect.stringContaining('"refresh.shared-budget"'),
    ]);
  });

  test('find a bug in a simulator, and show the exchanges', async () => {
    const input = { what: ['refresh/shared-budget'], defects: ['budget-not-shared'] };
    const { data } = await agent.call('run_checks', input);
    expect(data).toMatchObject({ conclusion: 'broken', checks: { fail: 2 }, notRestored: [] });
    expect(at(data, 'broken', 0, 'rule')).toBe('refresh.shared-budget');
    const found = await agent.call('read_findings', { run: data['run'], limit: 1 });
    expect(String(at(found.data, 'findings', 0, 'exchanges'))).toContain('device.state.get');
    expect(found.data['leftOut']).toBeGreaterThan(0);
    expect((await agent.call('run_checks', { what: ['refresh/shared-budget'] })).data['conclusion']).toBe(
      'passed',
    );
  });

  test('stage a fault in a simulator, and tell from the journal what it did', async () => {
    const started = await agent.call('start_simulator');
    const { simulator, url, clients } = started.data as { simulator: string; url: string; clients: object[] };
    expect((await agent.call('list_targets')).data['targets']).toContainEqual(
      expect.objectContaining({ target: simulator }),
    );
    const wrong = await agent.call('stage_fault', { simulator, fault: 'internal-eror' });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('internal-error')]);
    const staged = await agent.call('stage_fault', { simulator, fault: 'internal-error', count: 1 });
    expect(staged.data['faults']).toHaveLength(1);
    const [{ clientId, clientSecret }] = clients as [{ clientId: string; clientSecret: string }];
    const ask = () =>
      fetch(`${url}/svc/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret }),
      });
    expect([(await ask()).status, (await ask()).status]).toEqual([500, 200]);
    const journal = await agent.call('read_journal', { simulator, kinds: ['reply'] });
    expect(journal.data['records']).toMatchObject([{ code: 'INTERNAL_ERROR' }, { code: 'SUCCESS' }]);
    expect(journal.text).not.toContain(clientSecret);
    const after = journal.data['lastSeq'];
    expect(
      (await agent.call('read_journal', { simulator, after, kinds: ['reply'] })).data['records'],
    ).toEqual([]);
    expect((await agent.call('clear_faults', { simulator })).data['faults']).toEqual([]);
    await agent.call('stop_simulator', { simulator });
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  test('keep to their limits', async () => {
    const names = [];
    for (let each = 0; each < MCP_LIMITS.simulators; each += 1)
      names.push((await agent.call('start_simulator')).data['simulator']);
    expect((await agent.call('start_simulator')).text).toContain('Stop one of them');
    for (const simulator of names) await agent.call('stop_simulator', { simulator });
    expect((await agent.call('list_rules', { limit: 1000 })).isError).toBe(true);
    const cut = await agent.call('run_checks', { seconds: 1 });
    expect(cut.data['conclusion']).toBe('undecided');
    expect(cut.text.length).toBeLessThan(MCP_LIMITS.answer);
    const [first, second] = await Promise.all([
      agent.call('run_checks', { what: ['ws/ping'] }),
      agent.call('run_checks', { what: ['ws/ping'] }),
    ]);
    expect([first.isError, second.isError]).toEqual([false, true]);
    expect(second.text).toContain('Another run is at work');
  });

  test.each(['/etc/passwd', '../secrets', 'my/checks.yaml', 'a/../b'])(
    'take no path such as %s',
    async (name) => {
      expect((await agent.call('run_checks', { what: [name] })).isError).toBe(true);
      expect((await agent.call('run_checks', { target: name })).text).toContain('There is no target');
    },
  );
});

describe('a server that a profile describes', () => {
  async function served() {
    const server = start(['serve', '--port', '0', '--no-control', '--verbose'], {
      env: { XDG_RUNTIME_DIR: STATE },
    });
    const [url = ''] = await server.printed('stdout', /http:\/\/127\.0\.0\.1:\d+/);
    const folder = mkdtempSync(join(tmpdir(), 'conform-mcp-profile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'lab.yaml');
    writeFileSync(
      path,
      `baseUrl: ${url}\nclients:\n  operator:\n    clientId: operator\n    clientSecretEnv: LAB_SECRET\n` +
        "    scopes: ['device:read', 'device:control', 'device:config', 'device:manage']\n" +
        'devices: { bench: { deviceId: bench-01, relays: [1, 2] } }\n',
    );
    return path;
  }
  const env = { LAB_SECRET: 'demo-operator-secret' };

  test('is only read, unless changes were allowed at the start', async () => {
    const path = await served();
    const careful = await connect(['--target', path], env);
    onTestFinished(() => careful.client.close());
    const input = { target: 'lab', what: ['relay/set-many'] };
    const read = await careful.call('run_checks', input);
    expect(at(read.data, 'checks', 'skipped')).toBeGreaterThan(0);
    expect(read.text).not.toContain('demo-operator-secret');
    await careful.client.close();
    const bold = await connect(['--target', path, '--allow-changes'], env);
    onTestFinished(() => bold.client.close());
    const changed = await bold.call('run_checks', input);
    expect(at(read.data, 'checks', 'pass')).toBeUndefined();
    expect(Number(at(changed.data, 'checks', 'pass'))).toBeGreaterThan(0);
    expect(changed.data['notRestored']).toEqual([]);
  });

  test('has to be described well, and is told of before an agent comes', async () => {
    const { code, stderr, stdout } = await start(['mcp', '--target', 'no-such.yaml']).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('no-such.yaml');
  });
});

test('the program ends with its input, and leaves nothing behind', async () => {
  const program = start(['mcp'], { input: true });
  program.tell('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await program.printed('stdout', /"id":1/);
  program.tell(null);
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
});

test('A message that is too long ends with words and an exit code', async () => {
  const { tell, ended } = start(['mcp'], { input: true });
  tell(`${'x'.repeat(11 * 1024 * 1024)}\n`);
  expect(await ended).toMatchObject({ code: 2, stderr: expect.stringContaining('over 10 MiB') });
});
