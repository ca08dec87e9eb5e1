// Where a repro script begins: its plan stands above this, at the top of the same file.
import { playRepro } from './player.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import type { ReproPlan } from './plan.js';

declare const plan: ReproPlan;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
const { CONFORM_BASE_URL: baseUrl = plan.baseUrl, CONFORM_WEBSOCKET_URL: given } = process.env;
const isMoved = baseUrl !== plan.baseUrl;
const websocketUrl = given ?? (isMoved ? baseUrl.replace(/^http/, 'ws') : plan.websocketUrl);
void playRepro(
  { ...plan, baseUrl, websocketUrl },
  {
    env: process.env,
    // What a server has sent is no command for a terminal.
    say: (line) => void process.stdout.write(`${line.replaceAll(/\p{C}/gu, '?')}\n`),
    signal: stop.signal,
    clock: createSystemClock(),
  },
).then((code) => process.exit(code));
