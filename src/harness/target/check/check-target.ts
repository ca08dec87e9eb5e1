// The check before a run: does the profile agree with the target, and does the dialect fit? What is wrong is a problem
// of the profile or of the dialect, unless what else is seen shows that the target breaks a rule.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Peripherals } from '../../../contract/schemas/device.js';
import { SCOPES, grants } from '../../../contract/scopes.js';
import { isObject } from '../../../kernel/json.js';
import type { ClientProfile, Profile } from '../../profile/profile.js';
import type { Call, CallOutcome } from '../call.js';
import { interferenceOf } from '../interference.js';
import { type PatientOutcome, patientWords, retry } from '../retry.js';
import type { Target } from '../target.js';
import { type Listed, checkDevices, checkList, compareLists } from './check-devices.js';
import {
  absenceHint,
  askTarget,
  breaking,
  type CheckContext,
  createFormProblems,
  createSignsOfLife,
  hasBrokenOff,
  type TargetProblem,
  type Unreachable,
  unreachableTarget,
} from './context.js';

export type { TargetProblem } from './context.js';

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

interface TargetCheckOptions {
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

// Each API client of the profile gets a token, and holds the scopes that the profile says.

const EXPECTED = '200 SUCCESS with an access token, for credentials that are valid';

/** Names of the clients that have a token; or that the target cannot be reached. */
async function checkClients(context: CheckContext): Promise<readonly string[] | Unreachable> {
  const { profile, problems } = context;
  const usable: string[] = [];
  const refused = new Map<string, TargetProblem>();
  // One after the other: the first one alone shows whether the target can be reached.
  for (const [name, client] of Object.entries(profile.clients)) {
    const tried = await askTarget(context, name, { name: 'createToken' });
    const { outcome } = tried;
    // What the run itself broke off says nothing about the target.
    if (outcome.kind === 'broken' && context.life.signal.aborted && !context.life.silent) break;
    // That it succeeds was said; what it says never came. It is no other server that answers this path like that.
    const isGrant = hasBrokenOff(outcome) && outcome.kind === 'broken' && outcome.begun === GRANTED;
    const nobody = unreachableTarget(context.life.silent ?? outcome, profile.baseUrl);
    if (nobody && !context.unanswered.has('createToken') && !isGrant) return nobody;
    if (outcome.kind === 'broken') {
      problems.push(withoutToken(name, tried));
      continue;
    }
    const { reply } = outcome;
    // Whatever else is wrong with the reply is for the checks of the run to judge.
    if (reply.code === SUCCESS && isObject(reply.data) && typeof reply.data['accessToken'] === 'string') {
      usable.push(name);
      checkScopes(context, name, client, reply.data['scopes']);
    } else if (reply.code === 'AUTH_INVALID' || reply.code === 'APP_DISABLED')
      refused.set(name, refusedProblem(name, client, reply.code, patientWords(tried)));
    else if (isAbsent(outcome) && isAbsent(await askedOpenly(context, name))) {
      problems.push(absence(context, patientWords(tried)));
      break;
    } else problems.push(await otherProblem(context, name, tried));
  }
  // One client that was tried often enough speaks for those that were not.
  if (problems.some(({ breach }) => breach?.rule === 'auth.token-issued'))
    problems.splice(0, Infinity, ...problems.filter(({ about, breach }) => about !== 'client' || breach));
  // Where none is taken, it may be the wrong service; where others are, the service knows clients of this profile.
  const [known] = usable;
  for (const [name, each] of refused) problems.push(known === undefined ? each : refusal(each, name, known));
  return usable;
}

const GRANTED = 200;

function refusedProblem(
  name: string,
  { clientId, clientSecretEnv }: ClientProfile,
  code: 'AUTH_INVALID' | 'APP_DISABLED',
  came: string,
): TargetProblem {
  if (code === 'APP_DISABLED')
    return {
      about: 'client',
      message: `API client ${name} gets no token: ${came}`,
      hint: 'Have the client enabled.',
    };
  const from = clientSecretEnv === undefined ? 'its secret' : `the secret in ${clientSecretEnv}`;
  return {
    about: 'client',
    message: `API client ${name} is refused: ${came}`,
    hint: `Check the clientId "${clientId}" and ${from}.`,
  };
}

function refusal(problem: TargetProblem, name: string, known: string): TargetProblem {
  const message = `${problem.message}, while API client ${known} gets a token`;
  return breaking('auth.token-issued', EXPECTED, { ...problem, message }, `clients.${name}.clientId`);
}

function absence({ profile, target }: CheckContext, came: string): TargetProblem {
  return {
    about: 'interface',
    message: `nothing of this interface is there: a request for a token is answered with ${came}, and one for devices as well`,
    hint: absenceHint(profile.baseUrl, target.dialect),
  };
}

async function otherProblem(
  context: CheckContext,
  name: string,
  tried: PatientOutcome,
): Promise<TargetProblem> {
  const { outcome } = tried;
  const code = outcome.kind === 'reply' ? outcome.reply.code : '';
  const came = patientWords(tried);
  if (code !== SUCCESS && code !== '') return withoutToken(name, tried);
  const problem: TargetProblem = {
    about: 'interface',
    message: `the token request of API client ${name} is not answered in the way of this interface: ${came}`,
    hint: 'Check that baseUrl is the address of this service, and not of something in front of it.',
  };
  return code === SUCCESS || (await isService(context, name))
    ? breaking('auth.token-issued', EXPECTED, problem)
    : problem;
}

/** Whether something else at this address is answered in the way of the interface. */
async function isService(context: CheckContext, client: string): Promise<boolean> {
  const outcome = await askedOpenly(context, client);
  return outcome.kind === 'reply' && outcome.reply.code !== '';
}

/** Something else, without a token. */
async function askedOpenly({ target, life }: CheckContext, client: string): Promise<CallOutcome> {
  const options = { client, authentication: { kind: 'none' }, signal: life.signal } as const;
  return (await target.request({ name: 'listDevices' }, options)).outcome;
}

const isAbsent = (outcome: CallOutcome): boolean => outcome.kind === 'reply' && outcome.reply.status === 404;

function withoutToken(name: string, tried: PatientOutcome): TargetProblem {
  const { outcome, tries } = tried;
  const often = interferenceOf(outcome) ? `, in each of ${tries} tries` : '';
  const problem: TargetProblem = {
    about: 'client',
    message: `API client ${name} gets no token: ${patientWords(tried)}${often}`,
    hint: 'Without a token nothing of it can be checked.',
  };
  // One failure is legal at any moment.
  return often !== '' && tries < 3 ? problem : breaking('auth.token-issued', EXPECTED, problem);
}

function checkScopes(
  { problems }: CheckContext,
  name: string,
  client: ClientProfile,
  granted: unknown,
): void {
  if (!Array.isArray(granted)) return;
  const given = SCOPES.filter((scope) => granted.includes(scope));
  // Every scope includes reading, so device:read beside another one changes nothing.
  const missing = client.scopes.filter((scope) => !grants(given, scope));
  const extra = given.filter((scope) => !grants(client.scopes, scope));
  if (missing.length === 0 && extra.length === 0) return;
  const parts = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`also holds ${extra.join(', ')}`] : []),
  ];
  const expected = `scopes: those that API client ${name} was granted, ${client.scopes.join(', ')}`;
  const problem = {
    about: 'scopes',
    message: `API client ${name} ${parts.join(' and ')}: the profile and the target disagree`,
    hint: `Where the profile is wrong, write clients.${name}.scopes: [${given.join(', ')}], or change what the client is granted.`,
  } as const;
  problems.push(breaking('auth.token-shape', expected, problem, `clients.${name}.scopes`));
}
