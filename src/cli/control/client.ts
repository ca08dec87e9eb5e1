// Speaks to the control plane of a running simulator, for the commands that look into it and stage things in it.
import { accepted, type Diagnostic, refuseInput, type Result, worded } from '../../document/diagnostic.js';
import type { Clock, Timer } from '../../kernel/clock.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { CONTROL_PREFIX } from '../../simulator/control/prefix.js';
import type { RefusedReply } from '../../simulator/control/replies.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { OptionsOf } from '../option-rows.js';
import { runningSimulators } from './running.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Loaded, readText, systemWords } from '../files.js';

export type ControlOptions = OptionsOf<'clock'>;

export type ControlAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ExitCode; readonly diagnostics: readonly Diagnostic[] };

type ControlClient = ReturnType<typeof clientOf>;

const NO_PLACE =
  'Start one with conform serve, or take --control URL --control-token-file FILE, or CONFORM_CONTROL and CONFORM_CONTROL_TOKEN.';

/** How the words of a command line name what the control plane calls by a pointer; undefined: they have no name. */
export type Terms = (pointer: string) => string | undefined;

/** What the options or the environment say, else the only simulator of this user that runs. */
async function placeOf(
  options: ControlOptions,
  io: Io,
): Promise<ControlAnswer<{ readonly url: string; readonly token: string }>> {
  const url = options.control ?? io.env['CONFORM_CONTROL'];
  const found = controlToken(options.controlTokenFile, io);
  if (!found.ok) return { ...found, code: EXIT.usage };
  const token = found.value;
  if (url && token) return accepted({ url, token });
  const all = await runningSimulators(io);
  // The address of the service does as well: it is the one that people know.
  const meant = url
    ? all.filter((each) => baseOf(each.control) === baseOf(url) || sameOrigin(each.url, url))
    : all;
  const [only, ...others] = meant;
  if (!only && url) return failed('the token of the control plane is missing', NO_PLACE);
  if (!only)
    return failed('no simulator of yours runs here, and it is not said where another one is', NO_PLACE);
  if (others.length > 0) {
    const list = meant.map(({ url: service, control }) => `  --control ${control}  (${service})`);
    return failed('several simulators of yours run here', ['Say which one:', ...list].join('\n'));
  }
  return accepted({ url: only.control, token: token ?? only.token });
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** @param terms of the command; without them problems stand for themselves. @param clock the machine's. */
export async function controlClient(
  options: ControlOptions,
  io: Io,
  terms: Terms = () => undefined,
  clock: Pick<Clock, 'setTimer'> = createSystemClock(),
): Promise<ControlAnswer<ControlClient>> {
  const found = await placeOf(options, io);
  if (!found.ok) return found;
  const { url: place, token } = found.value;
  io.secrets.keep(token, '<control token>');
  const base = baseOf(place);
  if (base === undefined) return failed(`${place} is no URL of a control plane`, NO_PLACE);
  return accepted(clientOf(base, sender(base, token, terms), clock));
}

function clientOf(base: string, send: ReturnType<typeof sender>, clock: Pick<Clock, 'setTimer'>) {
  const abortLater = (over: AbortController, time: number): Timer =>
    clock.setTimer('answer of the control plane', time, () =>
      over.abort(new Error(`no whole answer came within ${time / 1000} s`)),
    );
  return {
    /** @param body JSON, or a text that is sent as it is. @param T what the route is known to answer. */
    call: async <T>(method: string, path: string, body?: unknown): Promise<ControlAnswer<T>> => {
      const over = new AbortController();
      const timer = abortLater(over, path === '/clock/step' ? LONGEST_STEP : LONGEST_CALL);
      try {
        const sent = await send(method, path, over.signal, body);
        return sent.ok ? await jsonOf(sent.value, base) : sent;
      } finally {
        timer.cancel();
      }
    },
    /** Calls back with each server-sent event of the route until the stream or the signal ends. */
    follow: async (
      path: string,
      onEvent: (event: string, data: string) => void,
      signal: AbortSignal,
    ): Promise<ControlAnswer<undefined>> => {
      const over = new AbortController();
      // Records may be long in coming; that they can come is said at once.
      const timer = abortLater(over, LONGEST_CALL);
      const sent = await send('GET', path, AbortSignal.any([signal, over.signal]));
      timer.cancel();
      if (!sent.ok) return signal.aborted ? accepted(undefined) : sent;
      await readEvents(sent.value, onEvent).catch((error: unknown) => {
        // A stream that breaks off has ended, whoever ended it.
        const broken = error instanceof TypeError && error.message === 'terminated';
        if (!signal.aborted && !broken) throw error;
      });
      return accepted(undefined);
    },
  };
}

function sender(base: string, token: string, terms: Terms) {
  return async (
    method: string,
    path: string,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<ControlAnswer<Response>> => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(text !== undefined && { body: text }),
        signal,
      });
      return response.ok ? accepted(response) : await refusalOf(response, terms);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const words = cause instanceof Error ? cause.message : String(cause);
      const message = `no control plane answers at ${base}: ${words}`;
      return failed(message, 'Is conform serve running?', EXIT.unreachable);
    }
  };
}

/** In ms of the machine. To advance the clock by days takes a simulator a while. */
export const LONGEST_CALL = 10_000;
const LONGEST_STEP = 120_000;
/** A snapshot of a large fleet is large; in bytes. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

async function jsonOf(response: Response, base: string): Promise<ControlAnswer<never>> {
  const broken = (why: string): ControlAnswer<never> =>
    failed(
      `what answers at ${base} is no control plane: ${why}`,
      'Is conform serve running there?',
      EXIT.unreachable,
    );
  try {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body ?? []) {
      size += (piece as Uint8Array).length;
      if (size > LARGEST_ANSWER) return broken(`its answer has more than ${LARGEST_ANSWER} bytes`);
      pieces.push(piece as Uint8Array);
    }
    return accepted(JSON.parse(Buffer.concat(pieces).toString('utf8')) as never);
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
}

/** With or without the prefix; plain HTTP, as the control plane never leaves the machine. */
function baseOf(place: string): string | undefined {
  if (!URL.canParse(place)) return undefined;
  const url = new URL(place);
  if (url.protocol !== 'http:') return undefined;
  return `${url.origin}${CONTROL_PREFIX}`;
}

function failed(message: string, hint?: string, code: ExitCode = EXIT.usage): ControlAnswer<never> {
  return { ...refuseInput(message, hint), code };
}

async function refusalOf(response: Response, terms: Terms): Promise<ControlAnswer<never>> {
  const { problems = [] } = (await response.json().catch(() => ({}))) as Partial<RefusedReply>;
  const code = response.status >= 500 ? EXIT.internal : EXIT.usage;
  const diagnostics = problems.map(({ message, pointer, hint }): Diagnostic => {
    const words = pointer ? placed(message, terms(pointer)) : inTerms(message, terms);
    return worded(words, hint && commandHint(hint));
  });
  if (diagnostics.length > 0) return { ok: false, code, diagnostics };
  return failed(`the control plane answered with ${response.status}`, undefined, code);
}

function placed(message: string, term: string | undefined): string {
  return term === undefined ? message : `${term}: ${message}`;
}

/** Problems of an order begin with their place: `with.delay: expected a duration`. */
function inTerms(message: string, terms: Terms): string {
  const [, place, rest = ''] = /^([a-z][\w.-]*): (.*)$/s.exec(message) ?? [];
  const term = place === undefined ? undefined : terms(`/${place.replaceAll('.', '/')}`);
  return term === undefined ? message : placed(rest, term);
}

/** Hints name routes, which those who type commands do not use. */
const COMMANDS: readonly (readonly [route: string, command: string])[] = [
  ['GET /control/v1/devices lists them.', 'conform device list shows them.'],
  ['GET /control/v1/faults lists them.', 'conform fault list shows them.'],
];

function commandHint(hint: string): string {
  return COMMANDS.reduce((text, [route, command]) => text.replace(route, command), hint);
}

/** Characters of one event; what sends more is no journal. */
const LARGEST_EVENT = 16 * 1024 * 1024;

async function readEvents(response: Response, onEvent: (event: string, data: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > LARGEST_EVENT) throw new TypeError('terminated');
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      onEvent(field('event'), field('data'));
    }
  }
}

// The words of a command line for the places of what it sends.

/** @param names what stands for a pointer as a whole, such as `/index` for `<index>`. */
export function termsOf(names: Readonly<Record<string, string>>): Terms {
  return (pointer) => names[pointer];
}

// A question to the control plane of a running simulator, and its answer for people or for programs.

export interface Question<T> {
  readonly ask: (client: ControlClient) => Promise<ControlAnswer<T>>;
  readonly show: (value: T) => string;
  /** How the command names what is wrong with it. */
  readonly terms?: Terms;
  /** Why what was asked for has had no effect. */
  readonly lost?: (value: T) => Diagnostic | undefined;
}

/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export async function askAndPrint<T>(
  io: Io,
  options: ControlOptions,
  { ask: question, show, terms, lost }: Question<T>,
): Promise<ExitCode> {
  const client = await controlClient(options, io, terms);
  const answer = client.ok ? await question(client.value) : client;
  if (!answer.ok) return refusedWith(io, answer);
  const value = io.secrets.redact(answer.value);
  const diagnostic = lost?.(value);
  if (options.json) io.out.document(`${JSON.stringify(value, null, 2)}\n`, 'json');
  else if (!diagnostic) io.out.write(show(value));
  if (!diagnostic) return EXIT.passed;
  return usageError(io, [diagnostic]);
}

export function refusedWith(io: Io, answer: Extract<ControlAnswer<unknown>, { ok: false }>): ExitCode {
  printDiagnostics(io, answer.diagnostics);
  return answer.code;
}

// Where the token of a control plane is taken from: a file, the standard input or the environment. On the command line
// it would stand in the list of processes, which everybody on the machine can read.

const LARGEST_TOKEN_FILE = 4096;

/**
 * The first of these that is there: the file as given, CONFORM_CONTROL_TOKEN, and the file that
 * CONFORM_CONTROL_TOKEN_FILE names. Undefined when there is none.
 * @param given `-` is the standard input.
 */
export function controlToken(
  given: string | undefined,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Result<string | undefined> {
  const token = given === undefined ? env['CONFORM_CONTROL_TOKEN'] : undefined;
  if (token) return accepted(token);
  const file = given ?? env['CONFORM_CONTROL_TOKEN_FILE'];
  if (!file) return accepted(undefined);
  const read = file === '-' ? readInput() : readText(resolve(cwd, file), LARGEST_TOKEN_FILE);
  if (!read.ok) return refuseInput(read.message);
  const text = read.value.trim();
  if (/^\S+$/.test(text) && text.length <= LARGEST_TOKEN_FILE) return accepted(text);
  return refuseInput(
    `${file === '-' ? 'the standard input' : file} holds no token`,
    'It has the token of the control plane in it, and nothing else.',
  );
}

function readInput(): Loaded<string> {
  try {
    return accepted(readFileSync(0, 'utf8'));
  } catch (error) {
    return { ok: false, message: `cannot read the standard input: ${systemWords(error)}` };
  }
}
