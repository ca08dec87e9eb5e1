// Which service `conform serve` is to run: the fleet, the names, and what is wrong or different about it.
import type { OptionsOf } from '../option-rows.js';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import type { FaultPlan } from '../../simulator/faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
import { type LoadedService, loadFaultPlan, loadService } from '../load/variants.js';
import { pathOf } from '../../contract/endpoints.js';
import { WEBSOCKET_PATH } from '../../contract/limits.js';
import type { Paint } from '../../report/layout.js';
import { quotedForShell } from '../../output/shell-words.js';
import type { ClientSpec } from '../../simulator/fleet/fleet-spec.js';
import type { ChosenCertificate } from './outputs.js';
import { optionWords } from '../options.js';

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
  return {
    ok: true,
    value: { ...service.value, faults, plan: plan.value && (plan.value.about ?? options.faults) },
  };
}

// What `conform serve --dry-run` does: it tells what a fault plan will do, and when.

/** The plan for this fleet; undefined when none is named. */
function planFor(
  name: string | undefined,
  { spec }: LoadedFleet,
  { cwd }: Io,
): Result<FaultPlan | undefined> {
  return name === undefined ? { ok: true, value: undefined } : loadFaultPlan(name, spec, cwd);
}

export function dryRun(options: OptionsOf<'serve'>, io: Io): ExitCode {
  const fleet = loadFleet(options.fleet, io.cwd);
  const plan = fleet.ok ? planFor(options.faults, fleet.value, io) : fleet;
  if (!plan.ok) return usageError(io, plan.diagnostics);
  if (!plan.value) {
    const hint = 'Name one with --faults FILE.';
    return usageError(io, refuseInput('--dry-run tells what a fault plan will do', hint).diagnostics);
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
    `  WebSocket  ${url.replace(/^http/, 'ws')}${WEBSOCKET_PATH}?ticket=<ticket>`,
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
    ...tryLines(url, fleet, certificate?.made ? `--cacert ${quotedForShell(certificate.path)} ` : ''),
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

function tryLines(url: string, { spec, isDemo }: LoadedFleet, trust: string): string[] {
  const client = spec.clients.find(({ disabled }) => !disabled);
  if (!client) return [];
  const clientSecret = isDemo ? client.secret : '<secret>';
  const body = JSON.stringify({ clientId: client.clientId, clientSecret });
  const token = `curl -s ${trust}${url}${pathOf('token.create')} -H 'Content-Type: application/json' -d '${body}'`;
  return [
    'Try it:',
    `  TOKEN=$(${token} |`,
    "    node -p 'JSON.parse(fs.readFileSync(0)).data.accessToken')",
    `  curl -s ${trust}-H "Authorization: Bearer $TOKEN" ${url}${pathOf('devices.list')}`,
  ];
}
