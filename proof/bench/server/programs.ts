// The servers that ours is compared with, as programs to be started.
import { fileURLToPath } from 'node:url';
import type { ServerProgram } from './spawn-server.js';

type Name = 'bare-http' | 'bare-ws' | 'fastify';

/** They all say `listening on http://127.0.0.1:PORT`. */
export function program(core: number | undefined, name: Name, ...args: readonly string[]): ServerProgram {
  return {
    args: [fileURLToPath(new URL(`${name}.js`, import.meta.url)), ...args],
    ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    core,
  };
}
