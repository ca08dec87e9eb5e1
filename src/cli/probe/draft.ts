// `conform probe URL --out DIR`: looks at a server that nobody has described yet, or at what was written down of it, and
// writes a folder that works: dialect.yaml, target.yaml and conduct.yaml. What is there is checked, and never overwritten.
import { USUAL_SEGMENT } from '../../dialect/settings.js';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { readYaml } from '../../document/yaml-document.js';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import { createGate, type Gate } from '../../harness/safety/gate/gate.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import { isObject } from '../../kernel/json.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { escaped } from '../../output/escape.js';
import { safeText } from '../../output/writer.js';
import { draftDialect, type Drafted } from '../../probe/draft/draft-dialect.js';
import {
  type DraftExchange,
  evidenceInHar,
  evidenceInOpenapi,
  evidenceInSample,
} from '../../probe/draft/evidence.js';
import { look, type Looked, type LookOptions } from '../../probe/draft/look.js';
import { misfitsOf } from '../../probe/draft/misfits.js';
import { leavesOf } from '../../probe/draft/places.js';
import { conductOf, checkedText, conductText, targetText } from '../../probe/draft/write-draft.js';
import { plural } from '../../report/layout.js';
import { isLoopbackUrl } from '../addresses.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { errorCode, filesBelow, makeFolder, readText, systemWords, writeNewText } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import type { OptionsOf } from '../option-rows.js';
import { listenForInterrupt } from '../signals.js';

type DraftOptions = OptionsOf<'probe'>;

const SECRET = 'CONFORM_DRAFTED_SECRET';
const MOST_QUESTIONS = 8;

/** What to do about it, by what has stopped the first look. */
const NEXT = {
  unreachable: 'Does the service run, and is this its address?',
  'not this':
    'Is this the base address? Where paths of the service do not begin with /svc/v1, give what they begin with, too, as in https://host/io-fleet/v1.',
  refused: `Do --client-id and ${SECRET} belong to each other?`,
};

export async function draft(url: string | undefined, options: DraftOptions, io: Io): Promise<ExitCode> {
  const { out } = options;
  if (out === undefined) return usageError(io, 'there is no folder to write to', 'Name one: --out acme/');
  const written = evidenceIn(options, io);
  if (!written.ok) return usageError(io, written.diagnostics);
  const place = placeOf(url, written.value);
  const looked = url === undefined ? undefined : await lookAt(url, place, options, io);
  if (looked && !looked.ok) return usageError(io, looked.diagnostics);
  const evidence = [...(looked?.value.evidence ?? []), ...place.written];
  keepSecrets(evidence, options.clientId, io);
  const stopped = looked?.value.stopped;
  if (stopped) io.err.write(`${io.err.paint.bad(`${url}: ${stopped.words}`)}\n${NEXT[stopped.kind]}\n`);
  if (stopped && evidence.length === 0)
    return stopped.kind === 'unreachable' ? EXIT.unreachable : EXIT.undecided;
  const usual = loadDialect('default', io.cwd);
  if (!usual.ok || !isObject(usual.value.source.content)) return EXIT.internal;
  const drafted = draftDialect(evidence, usual.value.source.content);
  if (place.firstSegment !== USUAL_SEGMENT) drafted.draft.settings.set('firstSegment', place.firstSegment);
  await askAbout(drafted, io);
  const code = await write(
    { drafted, evidence, looked: looked?.value, baseUrl: place.baseUrl },
    resolve(io.cwd, out),
    options,
    io,
  );
  const isShown = evidence.some((each) => each.code === SUCCESS && each.what !== 'token.create');
  if (code !== EXIT.passed || isShown) return code;
  io.err.write('Nothing that was asked for has been granted: all lines are those of the usual dialect.\n');
  return EXIT.undecided;
}

type Place = ReturnType<typeof placeOf>;

/** Where the service is. The first segment is that of the address, or the one that most of what was written down has. */
function placeOf(url = 'https://cloud.example.com', written: readonly DraftExchange[]) {
  const [, before = url, given] = /^(\w+:\/\/[^/]+.*?)\/([^/]+)\/v1\/*$/.exec(url) ?? [];
  const seen = written.flatMap((each) => each.firstSegment ?? []);
  const often = (segment: string): number => seen.filter((each) => each === segment).length;
  const [most = USUAL_SEGMENT] = seen.toSorted((a, b) => often(b) - often(a));
  const firstSegment = given ?? most;
  const others = new Set(seen.filter((each) => each !== firstSegment && each !== USUAL_SEGMENT));
  return {
    baseUrl: before.replace(/\/+$/, ''),
    firstSegment,
    written: written.filter((each) => !others.has(each.firstSegment ?? '')),
  };
}

/** Tokens and tickets that were issued, wherever else the server or a recording repeats them. */
function keepSecrets(evidence: readonly DraftExchange[], client = 'somebody', { secrets }: Io): void {
  for (const { what, request, data } of evidence) {
    const token = isObject(data) && what === 'token.create' ? data['accessToken'] : undefined;
    if (typeof token === 'string') secrets.token(token, client);
    const secret = isObject(request) ? request['clientSecret'] : undefined;
    if (typeof secret === 'string') secrets.keep(secret, '<client secret>');
    // Which of the texts is the ticket, nobody knows yet.
    for (const { value } of what === 'ticket.create' ? leavesOf(data) : [])
      if (typeof value === 'string' && value.length >= SHORTEST_TICKET) secrets.ticket(value);
  }
}

const SHORTEST_TICKET = 12;

/** What was written down before: a HAR file, an OpenAPI document, a folder of samples. */
function evidenceIn({ har, openapi, samples }: DraftOptions, io: Io): Result<readonly DraftExchange[]> {
  const evidence: DraftExchange[] = [];
  for (const [file, read] of [
    [har, evidenceInHar],
    [openapi, openapiIn],
  ] as const) {
    if (file === undefined) continue;
    const text = readText(resolve(io.cwd, file));
    const found = text.ok ? read(text.value, file) : undefined;
    if (!text.ok) return refuseInput(text.message);
    if (!found)
      return refuseInput(`${file} cannot be read: it is no ${file === har ? 'HAR' : 'OpenAPI'} file`);
    evidence.push(...found);
  }
  if (samples === undefined) return accepted(evidence);
  const files = filesBelow(resolve(io.cwd, samples), /\.json$/i);
  if (!files.ok) return refuseInput(files.message);
  for (const file of files.value) {
    const text = readText(file);
    const found = text.ok ? evidenceInSample(text.value, file) : undefined;
    if (found) evidence.push(found);
    else io.err.write(`${file} is left out: its name is none of an endpoint, such as devices.list.json\n`);
  }
  return accepted(evidence);
}

function openapiIn(text: string, file: string): readonly DraftExchange[] | undefined {
  const read = readYaml(text, file);
  return read.ok ? evidenceInOpenapi(read.value.value, file) : undefined;
}

async function lookAt(
  given: string,
  { baseUrl, firstSegment }: Place,
  options: DraftOptions,
  io: Io,
): Promise<Result<Looked>> {
  const { clientId, clientSecretFile, insecure = false } = options;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return refuseInput(`${given} is no http or https address`);
  if (url.username !== '' || url.password !== '') return refuseInput('an address has no credentials');
  if (url.protocol === 'http:' && !isLoopbackUrl(url.hostname) && !insecure)
    return refuseInput(
      'plain http would show the secret to everybody on the way',
      'Take https, or say --insecure.',
    );
  if (clientId === undefined)
    return refuseInput('whom to ask as is not said', 'Name an API client: --client-id ID');
  const file = clientSecretFile === undefined ? undefined : readText(resolve(io.cwd, clientSecretFile));
  if (file && !file.ok) return refuseInput(file.message);
  const clientSecret = file ? file.value.trim() : io.env[SECRET];
  if (!clientSecret)
    return refuseInput(
      `${SECRET} is not set`,
      'The secret of the API client comes from this variable, or from --client-secret-file FILE.',
    );
  io.secrets.keep(clientSecret, '<client secret>');
  // A secret that is made of the identifier does not hide it: it is written into the profile.
  io.secrets.open([clientId]);
  const clock = createSystemClock();
  const usual = loadDialect('default', io.cwd);
  if (!usual.ok) return usual;
  const spoken = withFields(usual.value, { firstSegment });
  if (!spoken.ok) return refuseInput(`/${firstSegment}/v1 is nothing that paths of a service begin with`);
  const { path } = spoken.value;
  const network = createNetworkTransport({
    baseUrl,
    websocketUrl: baseUrl.replace(/^http/, 'ws'),
    tls: { insecure },
    clock,
  });
  const { signal, dispose } = listenForInterrupt((name) => io.err.write(`ending by ${name}\n`));
  try {
    const gated: LookOptions['gated'] = (forms) => {
      const gate = draftGate(spoken.value, forms);
      return (
        gate && {
          transport: gate.guard(network),
          permits: (text) => !gate.judge({ kind: 'frame', text }).forbidden,
        }
      );
    };
    return accepted(await look({ gated, path, clock, clientId, clientSecret, signal }));
  } finally {
    dispose();
    await network.close();
  }
}

/** It only reads. @param forms of a frame and of a request for a state, where they are known; undefined if they are none. */
export function draftGate(
  usual: Dialect,
  forms: readonly [wsRequest: object, stateRequest: object] | undefined,
): Gate | undefined {
  const [wsRequest, stateRequest] = forms ?? [];
  const own = forms && withFields(usual, { wsRequest, stateRequest });
  if (own && !own.ok) return undefined;
  const dialect = own?.ok ? own.value : usual;
  return createGate({ profile: { devices: {} }, dialect, restriction: 'read-only' });
}

function withFields({ source }: Dialect, fields: object): ReturnType<typeof parseDialect> {
  return parseDialect(JSON.stringify({ ...(source.content as object), ...fields }), source.file);
}

/** Without a terminal questions stay open. */
async function askAbout({ draft: own }: Drafted, io: Io): Promise<void> {
  if (!process.stdin.isTTY || !io.err.isTerminal) return;
  const lines = createInterface({ input: process.stdin });
  for (const { about, seen, candidates } of own.questions.slice(0, MOST_QUESTIONS)) {
    const shown = candidates.map(({ words }, at) => `  ${at + 1}  ${words}`).join('\n');
    const answer = await lines.question(
      `What is ${about}? Seen: ${seen}.\n${shown}\n  (nothing: leave it open) `,
    );
    candidates[Number(answer) - 1]?.choose(own);
  }
  lines.close();
}

interface Writing {
  readonly drafted: Drafted;
  readonly evidence: readonly DraftExchange[];
  readonly looked: Looked | undefined;
  readonly baseUrl: string;
}

async function write(
  { drafted, evidence, looked, baseUrl }: Writing,
  folder: string,
  options: DraftOptions,
  io: Io,
): Promise<ExitCode> {
  const made = await makeFolder(folder);
  if (made !== undefined) return usageError(io, made);
  const { draft: own, device } = drafted;
  const facts = looked?.expiresIn === undefined ? {} : { expiresIn: looked.expiresIn };
  const target = {
    baseUrl,
    clientId: options.clientId ?? 'my-client',
    secretVariable: SECRET,
    scopes: looked && looked.scopes.length > 0 ? looked.scopes : (['device:read'] as const),
    dialect: './dialect.yaml',
    insecure: options.insecure ?? false,
  };
  const text = checkedText(own, 'drafted', evidence);
  const files = {
    'dialect.yaml': text,
    'target.yaml': targetText(target, device),
    'conduct.yaml': conductText(conductOf(evidence, facts, own)),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    try {
      await writeNewText(path, safeText(content, 'yaml', io.secrets));
      if (!options.quiet) io.out.write(`wrote ${path}\n`);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return usageError(io, `${path}: ${systemWords(error)}`);
      io.out.write(`${path} is there already, and stays as it is\n`);
    }
  }
  return tell({ drafted, evidence, looked }, join(folder, 'dialect.yaml'), { ...options, text }, io);
}

function tell(
  { drafted, evidence, looked }: Omit<Writing, 'baseUrl'>,
  path: string,
  {
    text,
    quiet = false,
    verbose = false,
  }: Pick<DraftOptions, 'quiet' | 'verbose'> & { readonly text: string },
  io: Io,
): ExitCode {
  const { draft: own, device } = drafted;
  const { paint } = io.out;
  const kept = readText(path);
  const parsed = parseDialect(kept.ok ? kept.value : text, path);
  const count = (word: string): number => own.lines.filter(({ standing }) => standing === word).length;
  const misfits = parsed.ok ? misfitsOf(parsed.value, evidence) : [];
  const unseen =
    misfits.length > 0
      ? 'No device was seen: what the server sends is in a form that no draft is made of. Write it by hand (docs/dialects.md).'
      : 'No device was seen: the account may be empty, or the API client may not read.';
  const notes = [...own.notes, ...(device ? [] : [unseen])];
  if (verbose)
    for (const { source, code = '' } of evidence) io.err.write(`${escaped(`${source}  ${code}`)}\n`);
  const told = verbose ? own.lines.map((each) => Object.values(each).join('  ')) : [];
  const questions = own.questions.map(({ about, seen }) => `open: ${about}; seen: ${seen}`);
  for (const line of quiet ? [] : [...told, ...notes, ...questions]) io.out.write(`${line}\n`);
  if (looked && !quiet)
    io.out.write(`${plural(looked.requests, 'request')}; scopes: ${looked.scopes.join(', ') || 'none'}.\n`);
  const placeholders = `${plural(own.lines.length, 'placeholder')}: ${count('proven')} proven, ${count('likely')} likely, ${count('open')} open.`;
  io.out.write(`${placeholders}\n`);
  if (!parsed.ok)
    return usageError(io, [{ kind: 'file', problems: parsed.problems, source: kept.ok ? kept.value : text }]);
  for (const { words } of misfits) io.out.write(`${paint.bad(words)}\n`);
  if (misfits.length > 0) return EXIT.usage;
  io.out.write(`Next: conform probe --target ${join(path, '..', 'target.yaml')}\n`);
  return EXIT.passed;
}
