// `conform serve`: runs the simulator until it is told to stop.
import type { Command } from 'commander';
import { createSteerableClock } from '../../kernel/steerable-clock.js';
import type { Decoration } from '../../simulator/decoration.js';
import { collect, port, seed, speed } from '../arguments.js';
import { complain, type Outcome, refuse } from '../complaints.js';
import { EXIT, type ExitCode, type Finish } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { isLoopback } from '../loopback.js';
import { chooseCertificate, type TlsOptions } from '../simulator/choose-certificate.js';
import { chooseService } from '../simulator/choose-service.js';
import { dryRun } from '../simulator/dry-run.js';
import { openJournalFile } from '../simulator/journal-file.js';
import { createRequestLog } from '../simulator/request-log.js';
import { DEFAULT_PORT, openPort, type OpenPort } from '../simulator/open-port.js';
import { welcome } from '../simulator/welcome.js';

const EXAMPLES = `
Examples:
  conform serve                                     the demo fleet on http://127.0.0.1:7070
  conform serve --port 0                            on any free port
  conform serve --fleet my-fleet.yaml --verbose     a fleet of your own, with each request logged
  conform serve --dialect scrambled                 all names that the interface leaves open are different
  conform serve --speed 10                          a minute of the service in six seconds
  conform serve --tls                               HTTPS and WSS, with a certificate made on the spot
  conform serve --defect budget-missing             a service with a known bug, to see a run fail
  conform serve --variant asynchronous-commands     a service that is different, and keeps the interface
  conform serve --faults bad-day.yaml               things go wrong as the plan says
  conform serve --faults bad-day.yaml --dry-run     only tell what the plan will do`;

interface ServeOptions extends TlsOptions {
  readonly fleet?: string;
  readonly dialect?: string;
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly speed: number;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  readonly verbose?: boolean;
  /** False with --no-control. */
  readonly control: boolean;
  readonly controlPort?: number;
  readonly journal?: string;
  readonly faults?: string;
  readonly dryRun?: boolean;
}

export function addServeCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('serve')
    .summary('run the simulator')
    .description(
      'Runs the simulated service with a fleet of simulated devices until it is stopped with Ctrl-C.',
    )
    .option('--fleet <file>', 'fleet of devices and API clients (default: the demo fleet)')
    .option(
      '--dialect <name|file>',
      "names that the interface leaves open: default, scrambled or a file (default: the variant's, or default)",
    )
    .option('--port <n>', 'port; 0 takes a free one', port, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; plain HTTP is for loopback only', '127.0.0.1')
    .option('--tls', 'serve HTTPS and WSS, with a certificate made on the spot')
    .option('--tls-cert <file>', 'certificate for HTTPS and WSS, as PEM')
    .option('--tls-key <file>', 'key of the certificate, as PEM')
    .option('--seed <n>', "seed of all chance (default: the fleet's)", seed)
    .option('--speed <n>', "how many times faster than the machine's clock time goes", speed, 1)
    .option('--defect <id>', 'behave wrong in this one way; may be repeated', collect)
    .option('--variant <name|file>', 'be different and right in this way; may be repeated', collect)
    .option('--faults <file>', 'plan of what goes wrong')
    .option('--dry-run', 'print what the fault plan will do, and start nothing')
    .option('--control-port <n>', "port of the control plane (default: the next after the service's)", port)
    .option('--no-control', 'open no control plane')
    .option('--journal <file>', 'write the journal to a file, one JSON record a line')
    .option('-v, --verbose', 'log each request and frame to stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) =>
      finish(options.dryRun ? dryRun(options, io) : await serve(options, io)),
    );
}

async function serve(options: ServeOptions, io: Io): Promise<ExitCode> {
  const started = await start(options, io);
  if (!started.ok) {
    complain(io, started.complaints);
    return EXIT.usage;
  }
  const interrupt = listenForInterrupt((name) =>
    io.err.write(`${name}: closing connections; again to stop at once\n`),
  );
  await new Promise((resolve) => {
    interrupt.signal.addEventListener('abort', resolve, { once: true });
  });
  await started.value.close();
  interrupt.dispose();
  io.err.write('stopped\n');
  return EXIT.passed;
}

async function start(options: ServeOptions, io: Io): Promise<Outcome<Pick<OpenPort, 'close'>>> {
  const certificate = await chooseCertificate(options, io.cwd);
  if (!certificate.ok) return certificate;
  if (!certificate.value && !isLoopback(options.host)) {
    return refuse(
      `plain HTTP is served on loopback only, not on ${options.host}`,
      'Serve HTTPS with --tls, or with --tls-cert and --tls-key.',
    );
  }
  const chosen = chooseService(options, io);
  if (!chosen.ok) return chosen;
  const { fleet, dialect, defects, styles, faults, variants, plan } = chosen.value;
  const file = options.journal === undefined ? undefined : await openJournalFile(options.journal, io);
  if (file && !file.ok) return file;
  const decorations = (): Decoration[] => [
    ...styles(),
    ...(options.verbose ? [createRequestLog((line) => io.err.write(`${line}\n`))] : []),
  ];
  const { host, port: number } = options;
  const started = await openPort({
    fleet: fleet.spec,
    dialect,
    clock: createSteerableClock(options.speed),
    host,
    port: number,
    control: options.control && { port: controlPort(options) },
    ...(certificate.value && { tls: certificate.value }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    defects: defects.map(({ id }) => id),
    faults,
    decorations,
    ...(file && { onJournal: file.value.keep }),
  });
  if (!started.ok) {
    await file?.value.close();
    return started;
  }
  const { url, control, close } = started.value;
  const seen = { fleet, dialect, defects, variants, url, control, faults: plan };
  const names = { ...options, dialect: options.dialect ?? dialect.name };
  io.out.write(
    welcome({ ...seen, certificate: certificate.value, speed: options.speed, names }, io.out.paint),
  );
  const closeAll = async (): Promise<void> => {
    await close();
    await file?.value.close();
  };
  return { ok: true, value: { close: closeAll } };
}

/** The next port after the service's, so that both are easy to remember. */
function controlPort({ controlPort: given, port: service }: ServeOptions): number {
  return given ?? (service === 0 || service === 65_535 ? 0 : service + 1);
}
