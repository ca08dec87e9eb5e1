// What `conform serve` does: runs the simulator until it is told to stop.
import { resolve } from 'node:path';
import { pathOf } from '../../contract/endpoints.js';
import { WEBSOCKET_PATH } from '../../contract/limits.js';
import { secretNames } from '../../dialect/dialect.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { quotedForShell } from '../../output/shell-words.js';
import type { Paint } from '../../report/layout.js';
import type { FaultPlan } from '../../simulator/faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import type { ClientSpec } from '../../simulator/fleet/fleet-spec.js';
import { MEMORY_LIMITS } from '../../simulator/limits/limits.js';
import { settingsOf } from '../../simulator/simulator.js';
import { type RunningSimulator, type StartOptions, startSimulator } from '../../simulator/start-simulator.js';
import { StateDamaged } from '../../simulator/state/state-book.js';
import { digestOf } from '../../simulator/transport/secrets.js';
import { isLoopbackUrl } from '../addresses.js';
import { announceAt, announceRunning } from '../control/running.js';
import { reportBug, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';
import { loadPage } from '../load/page.js';
import { type LoadedService, loadFaultPlan, loadService } from '../load/variants.js';
import {
  chooseCertificate,
  type ChosenCertificate,
  containBugs,
  createRequestLog,
  type JournalFile,
  openJournalFile,
  openPage,
} from './outputs.js';
import { portRefused } from '../open-port.js';
import type { OptionsOf } from '../option-rows.js';
import { optionWords } from '../options.js';
import { packageVersion } from '../package-files.js';
import { listenForInterrupt } from '../signals.js';
import { damaged } from '../state/folder.js';
import { type Identity, type KeptService, openServiceState } from './service-state.js';

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
  const certificate = await certificateFor(options, io);
  if (!certificate.ok) return certificate;
  const chosen = await chooseService(options, io);
  if (!chosen.ok) return chosen;
  const { fleet, dialect, defects, styles, faults } = chosen.value;
  const { commandRetention } = settingsOf(fleet.spec.limits);
  const outputs = await openOutputs(options, identityOf(options, chosen.value), commandRetention, io);
  if (!outputs.ok) return outputs;
  const { file, clock, store, seat, words, abandon } = outputs.value;
  const { host, port } = options;
  const log = createRequestLog((line) => io.err.write(`${line}\n`), secretNames(dialect));
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
    edges: [...styles.map(({ edge }) => edge), ...(options.verbose ? [log] : [])],
    secrets: io.secrets,
    ...(file && { onJournal: file.keep }),
    onBug: bugPrinter(io),
  }).catch((error: unknown) =>
    options.state !== undefined && error instanceof StateDamaged
      ? damaged(options.state, error.message)
      : portRefused(error, host, port),
  );
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
  const announced = await announce(started, options, io);
  let removeOpener = async (): Promise<void> => undefined;
  const closeAll = async (): Promise<void> => {
    await removeOpener();
    await announced.withdraw();
    await close();
    await file?.close();
    contained.dispose();
  };
  if (announced.failed !== undefined) {
    await closeAll();
    return refuseInput(announced.failed, 'Take another path for --ready-file.');
  }
  const { speed } = clock;
  const told = { ...chosen.value, url, control, certificate: certificate.value, speed, names, words };
  io.out.disclose(welcome(told, io.out.paint, options.quiet));
  if (options.open && control?.page !== undefined) removeOpener = await showPage(control.page, io);
  return accepted({ close: closeAll });
}

async function certificateFor(options: ServeOptions, io: Io): ReturnType<typeof chooseCertificate> {
  const certificate = await chooseCertificate(options, io);
  if (!certificate.ok || certificate.value || isLoopbackUrl(options.host) || options.insecureHttp)
    return certificate;
  return refuseInput(
    `plain HTTP is served on loopback only, not on ${options.host}`,
    'Serve HTTPS with --tls, or with --tls-cert and --tls-key; in a container of your own, --insecure-http.',
  );
}

/** Where it runs, for other commands and in the file of `--ready-file`: why the latter failed, and the way to remove both. */
async function announce({ url = '', control }: RunningSimulator, { readyFile }: ServeOptions, io: Io) {
  const here = control && { url, control: control.url, token: control.token };
  const withdraw = here && (await announceRunning(here, io));
  const ready = readyFile && (await announceAt(resolve(io.cwd, readyFile), here ?? { url }));
  if (!ready) return { failed: undefined, withdraw: async () => withdraw?.() };
  return {
    failed: ready.failed,
    withdraw: async () => {
      await withdraw?.();
      await ready.withdraw();
    },
  };
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
  if (kept.ok) return accepted({ ...kept.value, file: file?.value, abandon });
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

// Which service `conform serve` is to run: the fleet, the names, and what is wrong or different about it.

export interface ChosenService extends LoadedService {
  /** What the fault plan is about. */
  readonly plan: string | undefined;
}

export async function chooseService(options: OptionsOf<'serve'>, io: Io): Promise<Result<ChosenService>> {
  const service = await loadService(options, io.cwd);
  if (!service.ok) return service;
  const plan = planFor(options.faults, service.value.fleet, io);
  if (!plan.ok) return plan;
  const faults = [...service.value.faults, ...(plan.value?.faults ?? [])];
  return accepted({ ...service.value, faults, plan: plan.value && (plan.value.about ?? options.faults) });
}

// What `conform serve --dry-run` does: it tells what a fault plan will do, and when.

/** The plan for this fleet; undefined when none is named. */
function planFor(
  name: string | undefined,
  { spec }: LoadedFleet,
  { cwd }: Io,
): Result<FaultPlan | undefined> {
  return name === undefined ? accepted(undefined) : loadFaultPlan(name, spec, cwd);
}

export function dryRun(options: OptionsOf<'serve'>, io: Io): ExitCode {
  const fleet = loadFleet(options.fleet, io.cwd);
  const plan = fleet.ok ? planFor(options.faults, fleet.value, io) : fleet;
  if (!plan.ok) return usageError(io, plan.diagnostics);
  if (!plan.value) {
    return usageError(io, '--dry-run tells what a fault plan will do', 'Name one with --faults FILE.');
  }
  const { about } = plan.value;
  const lines = [...(about === undefined ? [] : [about, '']), ...timelineLines(plan.value)];
  io.out.write(`${lines.join('\n')}\n`);
  return EXIT.passed;
}

// What `conform serve` says when it is up: where it is, who may call it, and how.

interface Welcome
  extends
    Pick<ChosenService, 'fleet' | 'dialect' | 'defects' | 'titles' | 'plan'>,
    Pick<RunningSimulator, 'control'> {
  readonly url: string;
  readonly speed: number;
  /** Where the state is kept, and what was found there. */
  readonly words: string | undefined;
  /** With HTTPS. */
  readonly certificate: ChosenCertificate | undefined;
  /** What a run has to be given so that it knows the same names. */
  readonly names: { readonly fleet?: string; readonly dialect: string };
}

const MOST_CLIENTS = 12;

/** @param isQuiet only where it is, and with what. */
export function welcome(seen: Welcome, paint: Paint, isQuiet = false): string {
  const { url, fleet, dialect, defects, titles, speed, names, certificate, control, plan, words } = seen;
  const { spec } = fleet;
  const devices = spec.devices.reduce((sum, { ids }) => sum + ids.count, 0);
  const templates = spec.devices.map(({ ids }) => ids.text).join(', ');
  const place = `${paint.heading('conform serve is listening on')} ${paint.good(url)}`;
  if (isQuiet) return `${[place, ...(control ? [exportLine(control)] : [])].join('\n')}\n`;
  const lines = [
    place,
    '',
    `  WebSocket  ${url.replace(/^http/, 'ws')}${dialect.path(WEBSOCKET_PATH)}?ticket=<ticket>`,
    ...(control?.page === undefined ? [] : [`  page       ${paint.good(control.page)}`]),
    `  devices    ${devices} of ${fleet.name}: ${templates}`,
    `  dialect    ${dialect.name}`,
    ...(certificate ? [`  trust      ${certificate.path}`, `  SHA-256    ${certificate.fingerprint}`] : []),
    ...(speed === 1 ? [] : [`  clock      ${speed} times the usual speed`]),
    ...defects.map(({ id, summary }) => paint.doubtful(`  defect     ${id}: ${summary}`)),
    ...titles.map((title) => `  variant    ${title}`),
    ...(plan === undefined ? [] : [paint.doubtful(`  faults     ${plan}`)]),
    ...(words === undefined ? [] : [`  state      ${words}`]),
    '',
    ...clientLines(fleet),
    '',
    ...tryLines(
      (path) => url + dialect.path(path),
      fleet,
      certificate?.made ? `--cacert ${quotedForShell(certificate.path)} ` : '',
    ),
    '',
    ...(control ? controlLines(control) : []),
    control
      ? 'Check it from another terminal; with the two variables above, all of it:'
      : 'Check it from another terminal:',
    `  ${certificate?.made ? `NODE_EXTRA_CA_CERTS=${quotedForShell(certificate.path)} ` : ''}${['conform', 'run', '--target', url, ...repeatOptions(names, speed)].map(quotedForShell).join(' ')}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function controlLines({ url, token }: { readonly url: string; readonly token: string }): string[] {
  return [
    'Look into it and stage things in it, from any terminal of yours (conform device, fault, clock, tail):',
    '  conform tail --follow',
    'Others, and conform run --target, need its address and its token:',
    exportLine({ url, token }),
    '',
  ];
}

function exportLine({ url, token }: { readonly url: string; readonly token: string }): string {
  return `  export CONFORM_CONTROL=${url} CONFORM_CONTROL_TOKEN=${token}`;
}

function repeatOptions({ fleet, dialect }: Welcome['names'], speed: number): string[] {
  const differing = {
    fleet,
    dialect: dialect === 'default' ? undefined : dialect,
    speed: speed === 1 ? undefined : speed,
  };
  return optionWords(differing, ['fleet', 'dialect', 'speed']);
}

function clientLines({ spec, isDemo }: LoadedFleet): string[] {
  const shown = spec.clients.slice(0, MOST_CLIENTS);
  const width = Math.max(0, ...shown.map(({ clientId }) => clientId.length)) + 2;
  const lines = shown.map((client) => {
    // The secrets of a fleet of one's own may be the real ones of a test bench.
    const secret = isDemo ? client.secret.padEnd(26) : '';
    return `  ${client.clientId.padEnd(width)}${secret}${permissions(client)}`;
  });
  const rest = spec.clients.length - shown.length;
  return [
    isDemo ? 'API clients, with their secrets:' : 'API clients:',
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function permissions({ scopes, devices, disabled }: ClientSpec): string {
  const visible = devices === 'all' ? '' : `, only ${devices.join(', ')}`;
  return scopes.join(' ') + visible + (disabled ? ', disabled' : '');
}

function tryLines(at: (path: string) => string, { spec, isDemo }: LoadedFleet, trust: string): string[] {
  const client = spec.clients.find(({ disabled }) => !disabled);
  if (!client) return [];
  const clientSecret = isDemo ? client.secret : '<secret>';
  const body = JSON.stringify({ clientId: client.clientId, clientSecret });
  const token = `curl -s ${trust}${at(pathOf('token.create'))} -H 'Content-Type: application/json' -d '${body}'`;
  return [
    'Try it:',
    `  TOKEN=$(${token} |`,
    "    node -p 'JSON.parse(fs.readFileSync(0)).data.accessToken')",
    `  curl -s ${trust}-H "Authorization: Bearer $TOKEN" ${at(pathOf('devices.list'))}`,
  ];
}
