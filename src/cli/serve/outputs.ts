// The journal as a file, one JSON record a line, written while the simulator runs.
import { join, resolve } from 'node:path';
import { accepted, refuseInput, type Result, type Accepted } from '../../document/diagnostic.js';
import { formatDuration } from '../../kernel/duration.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { escaped } from '../../output/escape.js';
import { type IsSecretName, redactQuery } from '../../output/secret-names.js';
import { NOTHING_SECRET, safeText } from '../../output/writer.js';
import type { Journal } from '../../simulator/control/journal/journal.js';
import type { Edge, EdgeContext } from '../../simulator/edge/edge.js';
import { texts } from '../../simulator/edge/helpers.js';
import { openLines, readText, shownPath, writeText } from '../files.js';
import type { Io } from '../io.js';
import type { OptionsOf } from '../option-rows.js';
import { tmpdir } from 'node:os';
import {
  belongTogether,
  type Certificate,
  certificateFingerprint,
  makeCertificate,
} from '../../simulator/transport/certificate.js';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { runtimeFolder } from '../control/running.js';
import { makeOwnersFolder, writeDurably } from '../restore/durable-file.js';

export type JournalFile = Accepted<typeof openJournalFile>;

/** What the disk has against the file is said once; the simulator goes on. */
export async function openJournalFile(name: string, io: Io) {
  const opened = await openLines(resolve(io.cwd, name), (message) =>
    io.err.write(`the journal is no longer written: ${message}\n`),
  );
  if (!opened.ok) return refuseInput(opened.message);
  const { write, close } = opened.value;
  /** Writes what the journal is told from now on. */
  const keep = (journal: Journal): void =>
    void journal.listen((record) => write(safeText(JSON.stringify(record), 'json', io.secrets)));
  return accepted({ keep, close });
}

// What `--verbose` shows of a simulator's traffic: one line for each request and frame, without secrets.

/** @param write takes one line, without its end. @param isSecret tells parameters by the names of the dialect. */
export function createRequestLog(write: (line: string) => void, isSecret: IsSecretName) {
  const log = (line: string): void => write(escaped(line));
  return ({ clock }: Pick<EdgeContext, 'clock'>): Edge => ({
    rest: async (request, next) => {
      const began = clock.now();
      const reply = await next(request);
      const took = formatDuration(clock.now() - began);
      const { method, target } = request;
      log(
        `${method} ${redactQuery(target, isSecret)} ${reply.status} ${textField(String(reply.body), 'code') ?? ''} ${took}`,
      );
      return reply;
    },
    ...texts(({ clientId }) => {
      log(`websocket of ${clientId} open`);
      return {
        sent: (text, pass) => {
          log(`websocket of ${clientId} <- ${frameWords(text)}`);
          pass();
        },
        received: (text, pass) => {
          log(`websocket of ${clientId} -> ${frameWords(text)}`);
          pass();
        },
        ended: () => log(`websocket of ${clientId} closed`),
      };
    }),
  });
}

function frameWords(text: string): string {
  const words = ['type', 'topic', 'code', 'requestId'].flatMap((name) => textField(text, name) ?? []);
  return words.length === 0 ? `${text.length} characters` : words.join(' ');
}

/** Dialects may rename all but a few fields; what is not found is left out. */
function textField(text: string, name: string): string | undefined {
  const value = jsonIn(text);
  const field = isObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}

// A failure that nobody has caught ends a command, but not a server: others depend on it.

const EVENTS = ['uncaughtException', 'unhandledRejection'];

/** Calls `onBug` with each until it is disposed of; nothing else hears of them meanwhile. */
export function containBugs(onBug: (error: unknown) => void): { dispose(): void } {
  const replaced = EVENTS.map((event) => {
    const others = process.rawListeners(event) as (() => void)[];
    process.removeAllListeners(event);
    process.on(event, onBug);
    return { event, others };
  });
  return {
    dispose: () => {
      for (const { event, others } of replaced) {
        process.off(event, onBug);
        for (const other of others) process.on(event, other);
      }
    },
  };
}

// `--tls`, `--tls-cert` and `--tls-key`: the certificate with which the simulator serves HTTPS.

export interface ChosenCertificate extends Certificate {
  readonly fingerprint: string;
  /** Where the certificate lies, for clients to trust it by. */
  readonly path: string;
  /** Made just now, so that nobody trusts it yet. */
  readonly made: boolean;
}

/** Undefined when HTTPS was not asked for. */
export async function chooseCertificate(
  { tls, tlsCert, tlsKey }: Partial<OptionsOf<'serve'>>,
  io: Pick<Io, 'cwd' | 'secrets'>,
): Promise<Result<ChosenCertificate | undefined>> {
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey, io.cwd);
  if (tlsCert !== undefined || tlsKey !== undefined) {
    return refuseInput(
      '--tls-cert and --tls-key go together',
      'Use --tls for a certificate made on the spot.',
    );
  }
  return tls ? newCertificate(io) : accepted(undefined);
}

function readCertificate(certFile: string, keyFile: string, cwd: string): Result<ChosenCertificate> {
  const path = resolve(cwd, certFile);
  const [cert, key] = [readText(path), readText(resolve(cwd, keyFile))];
  if (!cert.ok) return refuseInput(cert.message);
  if (!key.ok) return refuseInput(key.message);
  const pair = { cert: cert.value, key: key.value };
  if (!belongTogether(pair)) {
    return refuseInput(`${certFile} and ${keyFile} are no certificate and its key`, 'Both are PEM files.');
  }
  return accepted({
    ...pair,
    fingerprint: certificateFingerprint(pair.cert),
    path: shownPath(path, cwd),
    made: false,
  });
}

/** Only the certificate is written down; its key stays in this process. */
async function newCertificate({ secrets }: Pick<Io, 'secrets'>): Promise<Result<ChosenCertificate>> {
  const made = await makeCertificate();
  const path = join(tmpdir(), `conform-${made.fingerprint.replaceAll(':', '').slice(0, 12)}.pem`);
  const diagnostic = await writeText(path, safeText(made.cert, 'text', secrets));
  return diagnostic === undefined ? accepted({ ...made, path, made: true }) : refuseInput(diagnostic);
}

// Opens a page with a secret in its address in the browser of whoever sits at this machine. The command line of a browser
// is in the list of processes: it gets a file that only its owner can read, and that forwards to the address.

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @param onFailure is called where the machine has no way to do it. @returns the way to remove the file. */
export async function openPage(
  address: string,
  io: Pick<Io, 'env'>,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const folder = runtimeFolder(io);
  const path = join(folder, `open-${process.pid}.html`);
  const page = `<!doctype html><meta charset="utf-8"><title>conform</title><script>location.replace(${JSON.stringify(address)})</script>\n`;
  const failed =
    (await makeOwnersFolder(folder)) ?? (await writeDurably(path, safeText(page, 'html', NOTHING_SECRET)));
  if (failed === undefined) openFile(path, onFailure);
  else onFailure();
  return () => rm(path, { force: true }).catch(() => undefined);
}

function openFile(path: string, onFailure: () => void): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, path], { stdio: 'ignore', detached: true });
  child.on('error', onFailure);
  child.on('exit', (code) => code !== 0 && onFailure());
  child.unref();
}
