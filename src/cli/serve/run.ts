// What `conform serve` does: runs the simulator until it is told to stop.
import { resolve } from 'node:path';
import type { OptionsOf } from '../option-rows.js';
import { type Dialect, secretNames } from '../../dialect/dialect.js';
import type { EdgeOf } from '../../simulator/edge/edge.js';
import { settingsOf } from '../../simulator/settings.js';
import { StateDamaged } from '../../simulator/state/state-book.js';
import { damaged } from '../state/folder.js';
import { MEMORY_LIMITS } from '../../simulator/limits/limits.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { reportBug, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../signals.js';
import type { Io } from '../io.js';
import { isLoopbackUrl } from '../addresses.js';
import {
  chooseCertificate,
  containBugs,
  createRequestLog,
  type JournalFile,
  openJournalFile,
} from './outputs.js';
import { chooseService, type ChosenService, dryRun, welcome } from './choose-service.js';
import { type Identity, type KeptService, openServiceState } from './service-state.js';
import { announceAt, announceRunning } from '../control/running.js';
import { loadPage } from '../load/page.js';
import { packageVersion } from '../package-files.js';
import { digestOf } from '../../simulator/transport/secrets.js';
import { openPage } from '../open-browser.js';
import { portRefused } from '../open-port.js';
import { type RunningSimulator, type StartOptions, startSimulator } from '../../simulator/start-simulator.js';

type ServeOptions = OptionsOf<'serve'>;

export async function serve(options: ServeOptions, io: Io): Promise<ExitCode> {
  if (options.dryRun) return dryRun(options, io);
  const started = await start(options, io);
  if (!started.ok) return usageError(io, started.diagnostics);
  const interrupt = listenForInterrupt((name) =>
    io.err.write(`${name}: closing connections; again to stop at once\n`),
  );
  await new Promise((done) => {
    interrupt.signal.addEventListener('abort', done, { once: true });
  });
  await started.value.close();
  interrupt.dispose();
  io.err.write('stopped\n');
  return EXIT.passed;
}

async function start(options: ServeOptions, io: Io): Promise<Result<Pick<RunningSimulator, 'close'>>> {
  if (options.open && !(options.page && options.control))
    return refuseInput('--open shows the page, which is left out', 'Leave --no-page and --no-control out.');
  const certificate = await chooseCertificate(options, io);
  if (!certificate.ok) return certificate;
  if (!certificate.value && !isLoopbackUrl(options.host) && !options.insecureHttp)
    return refuseHttp(options.host);
  const chosen = await chooseService(options, io);
  if (!chosen.ok) return chosen;
  const { fleet, dialect, defects, styles, faults } = chosen.value;
  const { commandRetention } = settingsOf(fleet.spec.limits);
  const outputs = await openOutputs(options, identityOf(options, chosen.value), commandRetention, io);
  if (!outputs.ok) return outputs;
  const { file, clock, store, seat, words, abandon } = outputs.value;
  const { host, port } = options;
  const started = await startSimulator({
    fleet: fleet.spec,
    dialect,
    clock,
    ...(store && { store }),
    ...(seat && { cluster: seat }),
    listen: {
      host,
      port,
      ...(certificate.value && { tls: certificate.value }),
      ...(options.insecureHttp && { insecureHttp: true }),
    },
    control: planeOf(options),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    defects: defects.map(({ id }) => id),
    faults,
    edges: [...styles.map(({ edge }) => edge), ...requestLog(options, dialect, io)],
    secrets: io.secrets,
    ...(file && { onJournal: file.keep }),
    onBug: bugPrinter(io),
  }).catch((error: unknown) => notStarted(options, error));
  if ('ok' in started) {
    await abandon();
    return started;
  }
  const { url = '', control, close, onBug } = started;
  // A failure ends what it has befallen, and nothing else: others use this server.
  const contained = containBugs(onBug);
  const names = { ...options, dialect: options.dialect ?? dialect.name };
  if (control) io.secrets.keep(control.token, '<control token>');
  // Before anybody is told: who reads the next lines may call at once.
  const place = { url, ...(control && { control: control.url, token: control.token }) };
  const withdraw =
    control && (await announceRunning({ ...place, control: control.url, token: control.token }, io));
  const ready = options.readyFile && (await announceAt(resolve(io.cwd, options.readyFile), place));
  let removeOpener = async (): Promise<void> => undefined;
  const closeAll = async (): Promise<void> => {
    await removeOpener();
    await withdraw?.();
    if (ready) await ready.withdraw();
    await close();
    await file?.close();
    contained.dispose();
  };
  if (ready && ready.failed !== undefined) {
    await closeAll();
    return refuseInput(ready.failed, 'Take another path for --ready-file.');
  }
  const { speed } = clock;
  const told = { ...chosen.value, url, control, certificate: certificate.value, speed, names, words };
  io.out.disclose(welcome(told, io.out.paint, options.quiet));
  if (options.open && control?.page !== undefined) removeOpener = await showPage(control.page, io);
  return { ok: true, value: { close: closeAll } };
}

function notStarted({ state, host, port }: ServeOptions, error: unknown): Result<never> {
  return state !== undefined && error instanceof StateDamaged
    ? damaged(state, error.message)
    : portRefused(error, host, port);
}

type Outputs = KeptService & {
  readonly file: JournalFile | undefined;
  /** Closes all of it, where the service does not start. */
  abandon(): Promise<void>;
};

/** What the service writes while it runs. */
async function openOutputs(
  options: ServeOptions,
  identity: Identity,
  retention: number,
  io: Io,
): Promise<Result<Outputs>> {
  const file = options.journal === undefined ? undefined : await openJournalFile(options.journal, io);
  if (file && !file.ok) return file;
  const kept = await openServiceState(options, identity, retention, io);
  const abandon = async (): Promise<void> => {
    await file?.value.close();
    if (kept.ok) await (kept.value.store ?? kept.value.seat)?.close();
  };
  if (kept.ok) return { ok: true, value: { ...kept.value, file: file?.value, abandon } };
  await abandon();
  return kept;
}

function identityOf({ seed }: ServeOptions, { fleet, dialect }: ChosenService): Identity {
  return {
    version: packageVersion(),
    fleet: digestOf(JSON.stringify(fleet.spec)),
    dialect: digestOf(JSON.stringify(dialect)),
    seed: String(seed ?? fleet.spec.seed),
  };
}

function refuseHttp(host: string): Result<never> {
  return refuseInput(
    `plain HTTP is served on loopback only, not on ${host}`,
    'Serve HTTPS with --tls, or with --tls-cert and --tls-key; in a container of your own, --insecure-http.',
  );
}

function requestLog({ verbose }: ServeOptions, dialect: Dialect, io: Io): EdgeOf[] {
  if (!verbose) return [];
  return [createRequestLog((line) => io.err.write(`${line}\n`), secretNames(dialect))];
}

function showPage(address: string, io: Io): Promise<() => Promise<void>> {
  return openPage(address, io, () =>
    io.err.write('no browser could be opened; click the address of the page, or copy it\n'),
  );
}

/** Prints the first ones; all of them are in the journal, and counted in the metrics. */
function bugPrinter(io: Io): (error: unknown) => void {
  let printed = 0;
  return (error) => {
    if (++printed <= MEMORY_LIMITS.maxBugsPrinted) reportBug(error, io);
  };
}

/** On the next port after the service's, so that both are easy to remember. */
function planeOf({ control, controlPort, port, page }: ServeOptions): NonNullable<StartOptions['control']> {
  const next = port === 0 || port === 65_535 ? 0 : port + 1;
  return control ? { port: controlPort ?? next, page: page ? loadPage() : undefined } : false;
}
