// Serves the tools over standard input and output. Nothing else writes to standard output meanwhile.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { END_SIGNALS } from '../end-signal-names.js';
import { createRunShelf } from '../../mcp/run-shelf.js';
import { createToolServer } from '../../mcp/server.js';
import { createSimulatorShelf } from '../../mcp/simulator-shelf.js';
import type { ToolContext } from '../../mcp/tool-context.js';

/** Resolves when the input has ended or a signal has come, and a run that was at work has put back what it switched. */
export async function serveOverStdio(
  given: Pick<ToolContext, 'io' | 'targets' | 'allowChanges'>,
  version: string,
): Promise<void> {
  const stop = new AbortController();
  const ending = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  const end = (): void => stop.abort();
  const context = {
    ...given,
    simulators: createSimulatorShelf(),
    runs: createRunShelf(),
    ending: stop.signal,
  };
  const server = createToolServer(context, version);
  for (const name of END_SIGNALS) process.on(name, end);
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  await server.connect(new StdioServerTransport());
  await ending;
  await context.runs.idle();
  await context.simulators.stopAll();
  await server.close();
  for (const name of END_SIGNALS) process.off(name, end);
}
