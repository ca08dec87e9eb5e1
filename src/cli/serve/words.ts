// `conform serve`: runs the simulator until it is told to stop.
import type { Command } from 'commander';
import { collect, port, seed, speed } from '../arguments.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { DEFAULT_PORT } from '../addresses.js';
import type { ServeOptions } from './run.js';

const EXAMPLES = `
Examples:
  conform serve                                     the demo fleet on http://127.0.0.1:7070
  conform serve --open                              with its page in the browser
  conform serve --port 0                            on any free port
  conform serve --fleet my-fleet.yaml --verbose     a fleet of your own, with each request logged
  conform serve --dialect scrambled                 all names that the interface leaves open are different
  conform serve --speed 10                          a minute of the service in six seconds
  conform serve --tls                               HTTPS and WSS, with a certificate made on the spot
  conform serve --defect budget-missing             a service with a known bug, to see a run fail
  conform serve --variant asynchronous-commands     a service that is different, and keeps the interface
  conform serve --faults bad-day.yaml               things go wrong as the plan says
  conform serve --faults bad-day.yaml --dry-run     only tell what the plan will do
  conform serve --state ./state                     what was acknowledged survives a crash
  conform serve --cluster redis://127.0.0.1:6379    one instance of several, behind a balancer`;

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
    .option('--insecure-http', 'serve plain HTTP also where others can read it, for a container')
    .option('--seed <n>', "seed of all chance (default: the fleet's)", seed)
    .option('--speed <n>', "how many times faster than the machine's clock time goes", speed, 1)
    .option('--defect <id>', 'behave wrong in this one way; may be repeated', collect)
    .option('--variant <name|file>', 'be different and right in this way; may be repeated', collect)
    .option('--faults <file>', 'plan of what goes wrong')
    .option('--dry-run', 'print what the fault plan will do, and start nothing')
    .option('--control-port <n>', "port of the control plane (default: the next after the service's)", port)
    .option('--no-control', 'open no control plane')
    .option('--ready-file <file>', 'write addresses and token there once requests are taken (JSON)')
    .option('--open', 'open the page in the browser')
    .option('--no-page', 'serve no page')
    .option('--journal <file>', 'write the journal to a file, one JSON record a line')
    .option('--state <dir>', 'keep the state in a folder: a start goes on where the last one ended')
    .option('--cluster <url>', 'be one of many instances that share a Redis or Valkey: redis://host:6379')
    .option('-v, --verbose', 'log each request and frame to stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./run.js');
      finish(await serve(options, io));
    });
}
