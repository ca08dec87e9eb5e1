// The check before a run: does the profile agree with the target, and does the dialect fit? What it
// finds are problems of the profile, never breaches of a rule.
import type { Peripherals } from '../../../contract/schemas/device.js';
import { checkClients } from './check-clients.js';
import { checkDevices } from './check-devices.js';
import { checkList, type Listed } from './check-lists.js';
import type { CheckContext } from './context.js';
import type { TargetProblem } from './problem.js';
import { type Unreachable, unreachable } from './reach.js';
import { createSignsOfLife } from './signs-of-life.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';

export type { TargetProblem } from './problem.js';

export type TargetCheck =
  | ({ readonly kind: 'fits' } & Found)
  | ({ readonly kind: 'differs'; readonly problems: readonly TargetProblem[] } & Found)
  | Unreachable;

interface Found {
  /** Those of the devices just now, by device id: what is to be found again after the run. */
  readonly states: ReadonlyMap<string, Peripherals>;
  /** Ids of all devices that some client lists. */
  readonly listed: ReadonlySet<string>;
}

export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** How long interference is waited out, in ms. */
  readonly atMost?: number;
}

const LONGEST_CHECK = 60_000;

export async function checkTarget(
  target: Target,
  profile: Profile,
  { signal, atMost = LONGEST_CHECK }: CheckOptions = {},
): Promise<TargetCheck> {
  const problems: TargetProblem[] = [];
  const { clock } = target;
  const life = createSignsOfLife(clock, profile.patience, signal);
  const context: CheckContext = { target, profile, problems, until: clock.now() + atMost, life };
  const clients = await checkClients(context);
  if ('kind' in clients) return clients;
  const lists = new Map<string, Listed>();
  for (const client of clients) lists.set(client, await checkList(context, client));
  const states = await checkDevices(context, lists);
  const [first] = clients;
  if (first !== undefined) await checkWebSocket(context, first);
  const silent = life.silent && unreachable(life.silent, profile.baseUrl);
  if (silent) return silent;
  const found = { states, listed: new Set([...lists.values()].flatMap((listed) => [...(listed ?? [])])) };
  return problems.length === 0 ? { kind: 'fits', ...found } : { kind: 'differs', problems, ...found };
}

/** Only whether a connection can be made; how tickets and upgrades are answered is for the checks of the run. */
async function checkWebSocket(
  { target, profile, problems, life }: CheckContext,
  client: string,
): Promise<void> {
  const { signal } = life;
  const connected = await target.connect(client, { name: 'check', signal });
  if (connected.kind === 'open') return connected.connection.close();
  if (connected.context === 'ticket' || connected.status !== undefined) return;
  problems.push({
    about: 'websocket',
    message: `no WebSocket connection to ${profile.websocketUrl}: ${connected.detail}`,
    hint: 'Check websocketUrl, and whether a proxy in between lets upgrades through.',
  });
}
