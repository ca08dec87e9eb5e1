// `conform fault`: what goes wrong in a running simulator.
import type { Command } from 'commander';
import { collect, durationText, integerIn, probability } from '../arguments.js';
import { type ShownOptions, withControlOptions } from '../control/control-options.js';
import type { OrderOptions } from './fault-order.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform fault add offline --device bench-01 --for 30s
  conform fault add latency --route devices.list --with delay=800ms --probability 0.2
  conform fault apply fixtures/faults/deployment.yaml
  conform fault list
  conform fault clear offline-1              one fault; without a name all of them`;

export function addFaultCommand(program: Command, io: Io, finish: Finish): void {
  const fault = program
    .command('fault')
    .summary('let things go wrong in a running simulator')
    .description('Orders faults in a running simulator, lists them and clears them.')
    .addHelpText('after', EXAMPLES);
  withControlOptions(fault.command('list').summary('list the faults that have been ordered')).action(
    async (options: ShownOptions) => {
      const { printFaults } = await import('./run.js');
      finish(await printFaults(options, io));
    },
  );
  addAdd(fault, io, finish);
  withControlOptions(
    fault.command('apply').summary('order all faults of a plan').argument('<file>', 'fault plan'),
  ).action(async (file: string, options: ShownOptions) => {
    const { applyPlan } = await import('./run.js');
    finish(await applyPlan(file, options, io));
  });
  withControlOptions(
    fault.command('clear').summary('end a fault, or all of them').argument('[id]', 'fault; all when absent'),
  ).action(async (id: string | undefined, options: ShownOptions) => {
    const { clearFaults } = await import('./run.js');
    finish(await clearFaults(id, options, io));
  });
}

function addAdd(fault: Command, io: Io, finish: Finish): void {
  const add = fault
    .command('add')
    .summary('order a fault')
    .argument('[type]', 'conform list faults has all of them');
  withControlOptions(add)
    .helpOption(false)
    .option('-h, --help', 'print this help; behind a type with the parameters of that fault')
    .option('--device <id>', 'devices; * stands for any text; may be repeated', collect)
    .option('--profile <id>', 'device profiles', collect)
    .option('--client <id>', 'API clients', collect)
    .option('--route <name>', 'REST endpoints, such as devices.read', collect)
    .option('--topic <name>', 'topics of events', collect)
    .option('--with <name=value>', 'parameter of the fault; may be repeated', collect)
    .option('--after <duration>', 'when it begins', durationText)
    .option('--for <duration>', 'how long it lasts', durationText)
    .option('--every <n>', 'at every Nth occasion only', integerIn(1, 1_000_000))
    .option('--probability <p>', 'at an occasion with this probability', probability)
    .option('--count <n>', 'at most so often', integerIn(1, 1_000_000))
    .option('--id <id>', 'name of the fault')
    .action(
      async (
        type: string | undefined,
        options: ShownOptions & OrderOptions & { readonly help?: boolean },
      ) => {
        if (options.help) {
          const { faultHelp } = await import('./help.js');
          finish(faultHelp(type, add.helpInformation(), io));
          return;
        }
        if (type === undefined) add.error("error: missing required argument 'type' (conform list faults)");
        const { orderFault } = await import('./run.js');
        finish(await orderFault(type ?? '', options, io));
      },
    );
}
