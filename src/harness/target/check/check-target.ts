// The check before a run: does the profile agree with the target, and does the dialect fit? What is wrong is a problem
// of the profile or of the dialect, unless what else is seen shows that the target breaks a rule.
import type { Peripherals } from '../../../contract/schemas/device.js';
import type { Call } from '../call.js';
import { checkClients } from './check-clients.js';
import { checkDevices } from './check-devices.js';
import { checkList, compareLists, type Listed } from './check-lists.js';
import type { CheckContext } from './context.js';
import { createFormProblems } from './form-problems.js';
import { breaking, type TargetProblem } from './problem.js';
import { type Unreachable, unreachableTarget } from './reach.js';
import { createSignsOfLife } from './signs-of-life.js';
import type { Profile } from '../../profile/profile.js';
import { retry } from '../retry.js';
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
  /** No API client has a token, so nothing can be asked. */
  readonly tokenless: boolean;
}

export interface TargetCheckOptions {
  readonly signal?: AbortSignal;
  /** How long interference is waited out, in ms. */
  readonly atMost?: number;
}

const LONGEST_CHECK = 60_000;

export async function checkTarget(
  target: Target,
  profile: Profile,
  { signal, atMost = LONGEST_CHECK }: TargetCheckOptions = {},
): Promise<TargetCheck> {
  const problems: TargetProblem[] = [];
  const { clock } = target;
  const control = (call: Call['name']): Promise<boolean> => answersElse(target, profile, call, signal);
  const life = createSignsOfLife({ clock, patience: profile.patience, signal, control });
  const forms = createFormProblems(target);
  const until = clock.now() + atMost;
  const context: CheckContext = { target, profile, problems, forms, until, life, unanswered: new Set() };
  const clients = await checkClients(context);
  if ('kind' in clients) return clients;
  const lists = new Map<string, Listed>();
  for (const client of clients) lists.set(client, await checkList(context, client));
  const states = await checkDevices(context, lists);
  compareLists(context, lists, new Set(states.keys()));
  const [first] = clients;
  if (first !== undefined) await checkWebSocket(context, first);
  const silent = life.silent && unreachableTarget(life.silent, profile.baseUrl);
  if (silent) return silent;
  const found = {
    states,
    listed: new Set([...lists.values()].flatMap((listed) => [...(listed ?? [])])),
    tokenless: first === undefined,
  };
  const all = [...problems, ...forms.problems()];
  return all.length === 0 ? { kind: 'fits', ...found } : { kind: 'differs', problems: all, ...found };
}

const CHEAP: readonly Call[] = [{ name: 'createToken' }, { name: 'listProfiles' }];

/** What costs a target little, asked without a token: one of them shows whether it answers at all. */
async function answersElse(
  target: Target,
  profile: Profile,
  call: Call['name'],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [client] = Object.keys(profile.clients);
  if (client === undefined) return false;
  const others = CHEAP.filter(({ name }) => name !== call);
  const patience = profile.patience / 4;
  const options = { client, patience, authentication: { kind: 'none' }, ...(signal && { signal }) } as const;
  for (const other of others) {
    const { outcome } = await target.request(other, options);
    if (outcome.kind === 'reply') return true;
    // Where nothing accepts connections, nothing else is to be asked.
    if (outcome.cause !== undefined) return false;
  }
  return false;
}

/** Of a connection that is not made: once is legal at any moment. */
const MOST_CONNECTING = 3;

/** Only whether a connection can be made; how tickets and upgrades are answered is for the checks of the run. */
async function checkWebSocket(
  { target, profile, problems, life, forms }: CheckContext,
  client: string,
): Promise<void> {
  const { signal } = life;
  const { result: connected } = await retry({
    clock: target.clock,
    limits: { tries: MOST_CONNECTING },
    signal,
    attempt: () => target.connect(client, { name: 'check', signal }),
    hindranceOf: (tried) =>
      tried.kind === 'refused' && tried.context === 'upgrade' && tried.status === undefined
        ? { kind: 'refused' }
        : undefined,
  });
  if (connected.kind === 'open') return connected.connection.close();
  if (connected.ticket) forms.fits('the ticket', 'ticket', connected.ticket.outcome);
  if (connected.context === 'ticket' || connected.status !== undefined || signal.aborted) return;
  const problem: TargetProblem = {
    about: 'websocket',
    message: `no WebSocket connection to ${profile.websocketUrl}: ${connected.detail}`,
    hint: 'Check websocketUrl, and whether a proxy in between lets upgrades through.',
  };
  // At the address that answers requests, it is the target that does not answer upgrades.
  const same = profile.websocketUrl.replace(/^ws/, 'http') === profile.baseUrl;
  const message = `${problem.message}, in each of ${MOST_CONNECTING} tries`;
  problems.push(
    same
      ? breaking('ws.ticket-once', 'a fresh ticket to open one connection', { ...problem, message })
      : problem,
  );
}
