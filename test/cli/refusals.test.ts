// Command lines that are refused before anything is begun: with 2, nothing on stdout, and what to write instead.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { conformHere } from './command-line.js';

const files = fileURLToPath(new URL('../e2e/files', import.meta.url));

/** The first of them loads simulator and harness. */
const LOADING = 30_000;

describe('a command line', () => {
  test.each([
    [['rnu'], "unknown command 'rnu'", 'Did you mean run?'],
    [['run', '--sede', '1'], "unknown option '--sede'", 'Did you mean --seed?'],
    [['serve', '--port', 'http'], "argument 'http' is invalid", 'integer from 0 to 65535'],
    [['run', '--speed', '0'], "argument '0' is invalid", 'number from 0.1 to 1000'],
    [['serve', '--defect', 'budget-mising'], 'no defect "budget-mising"', 'Did you mean "budget-missing"?'],
    [['serve', '--variant', 'small-quota'], 'no variant "small-quota"', 'Did you mean "small-quotas"?'],
    [
      ['run', '--variant', 'other-dialect', '--variant', 'other-dialect'],
      'has a dialect, and a variant before it has one, too',
      'other-dialect.yaml',
    ],
    [['self-test', '--only', 'budget-mising'], 'no trial "budget-mising"', 'Did you mean "budget-missing"?'],
    [['self-test', '--report', 'html=x'], '--report html=x', 'Known: json, markdown'],
    [['serve', '--dialect', 'nowhere.yaml'], 'no such file', 'default, scrambled'],
    [['serve', '--fleet', 'nowhere.yaml'], 'nowhere.yaml', 'no such file'],
    [['run', '--report', 'jnuit=x'], 'no report of kind "jnuit"', 'Did you mean "junit"?'],
    [['run', '--report', 'junit'], 'no path is given', '--report junit=PATH'],
    [['run', '--target', 'ftp://127.0.0.1'], 'no http or https address', 'http://127.0.0.1:7070'],
    [
      ['run', '--target', 'http://127.0.0.1:9', '--defect', 'budget-missing'],
      '--defect',
      'simulator of its own',
    ],
    [['run', '--target', 'http://127.0.0.1:9', '--sockets'], '--sockets', 'simulator of its own'],
    [
      ['run', '--control', 'http://127.0.0.1:9'],
      '--control is for a simulator at an address',
      'give --target',
    ],
    [['run', '--target', 'lab.yaml', '--control', 'http://127.0.0.1:9'], '--control', 'its own stimuli'],
    [['run', '--control-token-file', 'token'], '--control-token-file', 'Leave out --control-token-file'],
    [['run', '--target', 'lab.yaml', '--fleet', 'fleet.yaml'], '--fleet', 'its own devices'],
    [['self-test', '--shard', '9/8'], "'9/8' is invalid", '2/4'],
    [['run', 'nowhere.yaml'], 'nowhere.yaml', 'there is no file'],
    [['run', '--runs', 'many'], "option '--runs <n>' argument 'many' is invalid", 'integer from 1'],
    [['run', '--time', '5 parsecs'], "option '--time <duration>'", 'such as 250ms, 3s or 1m 30s'],
    [['run', '--replay', '-1'], '--replay <n>', 'integer from 0'],
    [['run', 'refresh/shraed-budget'], 'refresh/shraed-budget', 'Did you mean'],
    [['run', 'nothing/*'], 'no scenario matches', 'nothing/*'],
    [['run', '--rule', 'refresh.shared-bugdet'], 'refresh.shared-bugdet', 'Did you mean'],
    [['run', '--target', join(files, 'profile.yaml')], 'READER_SECRET', 'environment'],
    [['run', '--target', join(files, 'lab', 'relay.yaml')], 'baseUrl', 'relay.yaml:'],
    [['serve', '--host', '0.0.0.0', '--port', '0'], 'loopback only', '--tls'],
    [['serve', '--dry-run'], '--dry-run tells what a fault plan will do', '--faults FILE'],
    [['serve', '--faults', 'no-such.yaml'], 'no-such.yaml', 'no such file'],
    [['spec', 'openapi', '--url', 'nowhere'], "'--url <url>'", 'https://example.org'],
    [['spec', 'openapi', '--dialect', 'nowhere.yaml'], 'nowhere.yaml', 'default, scrambled'],
    [['spec', 'openapi', '--out', 'no/such/folder/openapi.json'], 'openapi.json', 'no such file or folder'],
    [['spec', 'swagger'], "'swagger' is invalid", 'openapi, asyncapi'],
  ])(
    '%j is refused with 2, and what to write instead',
    async (args, problem, advice) => {
      const { code, out, err } = await conformHere(...args);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain(problem);
      expect(err).toContain(advice);
    },
    LOADING,
  );
});

describe('a scenario with a mistake', () => {
  test.each([
    ['misspelt.yaml', 'refersh', 'Did you mean "refresh"?'],
    ['unknown-capability.yaml', 'websokcet', 'Did you mean "websocket"?'],
    ['unknown-device.yaml', 'plnat', 'Did you mean "plant"?'],
  ])(
    'is refused with the place and a suggestion: %s',
    async (name, wrong, hint) => {
      const { code, out, err } = await conformHere('run', join(files, 'broken', name));
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toMatch(new RegExp(`${name}:\\d+:\\d+ `));
      expect(err).toContain(wrong);
      expect(err).toContain(hint);
    },
    LOADING,
  );
});
