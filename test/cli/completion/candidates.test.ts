// What is offered at a Tab, from the tree of commands itself.
import { describe, expect, test } from 'vitest';
import { candidatesFor } from '../../../src/cli/completion/candidates.js';
import { nameSource, wordsOf } from '../../../src/cli/completion/run.js';
import { createProgram } from '../../../src/cli/program.js';
import { caughtIo } from '../caught-io.js';

const io = caughtIo({ env: { XDG_RUNTIME_DIR: '/no/such/folder' } });
const program = createProgram(io, () => undefined);

async function offered(line: string): Promise<string[]> {
  const { values, paths } = await candidatesFor(program, wordsOf(line).slice(1), nameSource(io));
  return [...values.map(({ value }) => value), ...(paths ? [`:${paths}`] : [])];
}

describe('at a Tab', () => {
  test.each([
    ['conform self', ['self-test']],
    ['conform run --fail-', ['--fail-fast']],
    ['conform run --fail-fast --fail-', []],
    ['conform run --rule a --rul', ['--rule']],
    ['conform spec prof', ['profile']],
    ['conform run re', ['refresh/', 'relay/', ':files']],
    [
      'conform run refresh/shared',
      [
        'refresh/shared-budget',
        'refresh/shared-budget:REST-first',
        'refresh/shared-budget:WebSocket-first',
        ':files',
      ],
    ],
    ['conform run "refresh/shared-budget:R', ['refresh/shared-budget:REST-first', ':files']],
    ['conform run --defect budget-mis', ['budget-missing']],
    ['conform run --defect=budget-mis', ['--defect=budget-missing']],
    ['conform run --report js', ['json=']],
    ['conform run --report json=', [':files']],
    ['conform run --restore-dir ', [':folders']],
    ['conform run --dialect scr', ['scrambled', ':files']],
    ['conform fault add late', ['latency']],
    ['conform fault add latency --route devices.l', ['devices.list']],
    ['conform device show ', []],
    ['conform validate ', [':files']],
    ['conform audit -- ./cl', [':files']],
    ['conform audit -- --x', [':files']],
    ['conform nonsense ', []],
  ])('behind %j', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  test('nothing is offered that is hidden', async () => {
    const all = await offered('conform ');
    expect(all).toContain('run');
    expect(all).not.toContain('complete');
  });
});
