// Where a repro script begins: its plan stands above this, at the top of the same file.
import { END_SIGNALS, hearSignals } from '../signals.js';
import { playRepro } from './player.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import type { ReproPlan } from './plan.js';

declare const plan: ReproPlan;

const stop = new AbortController();
hearSignals(END_SIGNALS, () => stop.abort());
// Where conform tries the script there is a channel, which closes when the trial is to end, or conform has ended.
process.once('disconnect', () => stop.abort());
process.channel?.unref();
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
