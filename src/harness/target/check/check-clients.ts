// Each API client of the profile gets a token, and holds the scopes that the profile says.
import { SUCCESS } from '../../../contract/error-codes.js';
import { grants, SCOPES } from '../../../contract/scopes.js';
import { isObject } from '../../../kernel/json.js';
import { interferenceOf } from '../interference.js';
import { type PatientOutcome, patientWords } from '../retry.js';
import type { ClientProfile } from '../../profile/profile.js';
import type { CallOutcome } from '../call.js';
import { askTarget, type CheckContext } from './context.js';
import { breaking, type TargetProblem } from './problem.js';
import { type Unreachable, unreachableTarget } from './reach.js';
import { hasBrokenOff } from './signs-of-life.js';

const EXPECTED = '200 SUCCESS with an access token, for credentials that are valid';

/** Names of the clients that have a token; or that the target cannot be reached. */
export async function checkClients(context: CheckContext): Promise<readonly string[] | Unreachable> {
  const { profile, problems } = context;
  const usable: string[] = [];
  const refused = new Map<string, TargetProblem>();
  // One after the other: the first one alone shows whether the target can be reached.
  for (const [name, client] of Object.entries(profile.clients)) {
    const tried = await askTarget(context, name, { name: 'createToken' });
    const { outcome } = tried;
    // What the run itself broke off says nothing about the target.
    if (outcome.kind === 'broken' && context.life.signal.aborted && !context.life.silent) break;
    const nobody = unreachableTarget(context.life.silent ?? outcome, profile.baseUrl);
    if (nobody && !context.unanswered.has('createToken') && !isGranted(outcome)) return nobody;
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
    else problems.push(await otherProblem(context, name, tried));
  }
  // One client that was tried often enough speaks for those that were not.
  if (problems.some(({ breach }) => breach?.rule === 'auth.token-issued'))
    drop(problems, ({ about, breach }) => about === 'client' && !breach);
  // Where none is taken, it may be the wrong service; where others are, the service knows clients of this profile.
  const [known] = usable;
  for (const [name, each] of refused) problems.push(known === undefined ? each : refusal(each, name, known));
  return usable;
}

/** That it succeeds was said; what it says never came. It is no other server that answers this path like that. */
function isGranted(outcome: CallOutcome): boolean {
  return hasBrokenOff(outcome) && outcome.kind === 'broken' && outcome.begun === GRANTED;
}

const GRANTED = 200;

function drop(problems: TargetProblem[], isDropped: (problem: TargetProblem) => boolean): void {
  const kept = problems.filter((problem) => !isDropped(problem));
  problems.splice(0, problems.length, ...kept);
}

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
async function isService({ target, life }: CheckContext, client: string): Promise<boolean> {
  const options = { client, authentication: { kind: 'none' }, signal: life.signal } as const;
  const { outcome } = await target.request({ name: 'listDevices' }, options);
  return outcome.kind === 'reply' && outcome.reply.code !== '';
}

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
