// What `conform serve --verbose` prints of a request.
import { expect, it } from 'vitest';
import { createRequestLog } from '../../../src/cli/serve/outputs.js';
import { secretNames } from '../../../src/dialect/dialect.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { dialectNamed } from '../../simulator/dialect-named.js';

async function logged(dialect: 'default' | 'scrambled', method: string, target: string): Promise<string> {
  const lines: string[] = [];
  const log = createRequestLog((line) => lines.push(line), secretNames(dialectNamed(dialect)));
  const { rest } = log({ clock: createManualClock() });
  await rest?.({ method, target } as never, () => ({ status: 200, headers: {}, body: '{"code":"A\\nB"}' }));
  return lines.join('|');
}

it('shows no ticket of a query, by the names of the interface and of the dialect', async () => {
  expect(await logged('default', 'GET', '/svc/v1/ws?ticket=abc&limit=2')).toContain(
    'GET /svc/v1/ws?ticket=<redacted>&limit=2 200',
  );
  expect(await logged('scrambled', 'GET', '/svc/v1/ws?wsTicket=abc&old=x&new=y&secret=z')).toContain(
    '?wsTicket=<redacted>&old=<redacted>&new=<redacted>&secret=<redacted> 200',
  );
});

it('shows what a client says on one line, escaped', async () => {
  expect(await logged('default', 'GET', '/\u009b31m\n::error::x')).toContain(
    '/\\x9b31m\\x0a::error::x 200 A\\x0aB',
  );
});
