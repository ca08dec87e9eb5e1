// The guard of the one way out, shown a violation of each kind and its lawful neighbour.
import { describe, expect, test } from 'vitest';
import { said } from './finding.js';
import { oneWayOut } from './one-way-out.js';

const NETWORK = 'src/harness/target/network/http-request.ts';

describe('the guard of the one way out', () => {
  test.each([
    ['src/harness/run/x.ts', `import { request } from 'undici';`, 'imports undici'],
    ['src/harness/property/x.ts', `import { WebSocket } from 'ws';`, 'imports ws'],
    ['src/harness/safety/x.ts', `import { connect } from 'node:net';`, 'imports node:net'],
    ['src/harness/target/x.ts', `const { request } = await import('node:http');`, 'imports node:http'],
    ['src/harness/stimuli/x.ts', `import { spawn } from 'node:child_process';`, 'imports node:child_process'],
    ['src/harness/run/x.ts', `await fetch('http://lab');`, 'uses fetch'],
    [
      'src/harness/run/x.ts',
      `import { createNetworkTransport } from '../target/network/create-network-transport.js';`,
      'imports src/harness/target/network/create-network-transport.ts, which the gate does not stand before',
    ],
    [
      'src/harness/run/x.ts',
      `import { commandDriver } from '../stimuli/drivers/command.js';`,
      'imports src/harness/stimuli/drivers/command.ts, which the gate does not stand before',
    ],
    [
      'src/harness/run/x.ts',
      'createTarget({ transport: mine as GatedTransport });',
      'calls a transport gated',
    ],
    ['src/cli/run/x.ts', 'const t = (mine as unknown) as GatedTransport;', 'calls a transport gated'],
  ])('objects, in %s, to %s', (path, source, what) => {
    const [first, ...rest] = said(oneWayOut, path, source);
    expect(first).toContain(`${path}:1: ${what}`);
    expect(rest).toEqual([]);
  });

  test.each([
    [NETWORK, `import { Pool } from 'undici';`],
    ['src/harness/stimuli/drivers/command.ts', `import { spawn } from 'node:child_process';`],
    ['src/harness/stimuli/create-stimuli.ts', `import { chooseDriver } from './drivers/choose-driver.js';`],
    ['src/harness/run/x.ts', `import type { Operator } from '../stimuli/drivers/prompt.js';`],
    ['src/harness/run/x.ts', `import type { GatedTransport } from '../target/gated-transport.js';`],
    ['src/harness/safety/gate/gate.ts', 'const made = behind as GatedTransport;'],
    [
      'src/cli/run/x.ts',
      `import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';`,
    ],
  ])('takes, in %s, %s', (path, source) => expect(said(oneWayOut, path, source)).toEqual([]));
});
