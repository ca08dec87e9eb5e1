// `conform fault`: what goes wrong in a running simulator.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { formatDuration } from '../../kernel/duration.js';
import type { FaultStatus } from '../../simulator/faults/engine/status.js';
import { collect, durationText, integerIn } from '../arguments.js';
import { complain } from '../complaints.js';
import {
  ask,
  at,
  type ControlSurroundings,
  type ShownOptions,
  withControlOptions,
} from '../control/control-command.js';
import { faultOrder, type OrderOptions } from '../control/fault-order.js';
import { EXIT, type Finish } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { table } from '../table.js';

const EXAMPLES = `
Examples:
  conform fault add offline --device bench-01 --for 30s
  conform fault add latency --route devices.list --with delay=800ms --probability 0.2
  conform fault apply fixtures/faults/deployment.yaml
  conform fault list
  conform fault clear offline-1              one fault; without a name all of them`;

export function addFaultCommand(program: Command, io: Io, finish: Finish): void {
  const surroundings = { io, finish };
  const fault = program
    .command('fault')
    .summary('let things go wrong in a running simulator')
    .description('Orders faults in a running simulator, lists them and clears them.')
    .addHelpText('after', EXAMPLES);
  withControlOptions(fault.command('list').summary('list the faults that have been ordered')).action(
    (options: ShownOptions) =>
      ask<{ faults: FaultStatus[] }>(
        surroundings,
        options,
        (client) => client.call('GET', '/faults'),
        ({ faults }) => faultsText(faults),
      ),
  );
  addAdd(fault, surroundings);
  addApply(fault, surroundings);
  withControlOptions(
    fault.command('clear').summary('end a fault, or all of them').argument('[id]', 'fault; all when absent'),
  ).action((id: string | undefined, options: ShownOptions) =>
    ask<{ cleared: string[] }>(
      surroundings,
      options,
      (client) => client.call('DELETE', id === undefined ? '/faults' : `/faults/${at(id)}`),
      ({ cleared }) => (cleared.length === 0 ? 'there were no faults\n' : `cleared ${cleared.join(', ')}\n`),
    ),
  );
}

function addAdd(fault: Command, surroundings: ControlSurroundings): void {
  withControlOptions(fault.command('add').summary('order a fault').argument('<type>', 'see docs/faults.md'))
    .option('--device <id>', 'devices; * stands for any text; may be repeated', collect)
    .option('--profile <id>', 'device profiles', collect)
    .option('--client <id>', 'API clients', collect)
    .option('--route <name>', 'REST endpoints, such as devices.read', collect)
    .option('--topic <name>', 'topics of events', collect)
    .option('--with <name=value>', 'parameter of the fault; may be repeated', collect)
    .option('--after <duration>', 'when it begins', durationText)
    .option('--for <duration>', 'how long it lasts', durationText)
    .option('--every <n>', 'at every Nth occasion only', integerIn(1, 1_000_000))
    .option('--probability <p>', 'at an occasion with this probability', Number)
    .option('--count <n>', 'at most so often', integerIn(1, 1_000_000))
    .option('--id <id>', 'name of the fault')
    .action((type: string, options: ShownOptions & OrderOptions) => {
      const order = faultOrder(type, options);
      if (!order.ok) {
        complain(surroundings.io, order.complaints);
        return surroundings.finish(EXIT.usage);
      }
      return ask<FaultStatus>(
        surroundings,
        options,
        (client) => client.call('POST', '/faults', order.value),
        ({ id, state }) => `${id} is ${state}\n`,
      );
    });
}

function addApply(fault: Command, surroundings: ControlSurroundings): void {
  const { io, finish } = surroundings;
  withControlOptions(
    fault.command('apply').summary('order all faults of a plan').argument('<file>', 'fault plan'),
  ).action((file: string, options: ShownOptions) => {
    const text = readText(resolve(io.cwd, file));
    if (!text.ok) {
      complain(io, [{ kind: 'words', message: text.message }]);
      return finish(EXIT.usage);
    }
    return ask<{ ids: string[] }>(
      surroundings,
      options,
      (client) => client.call('POST', '/faults/plan', text.value),
      ({ ids }) => `ordered ${ids.join(', ')}\n`,
    );
  });
}

function faultsText(faults: readonly FaultStatus[]): string {
  if (faults.length === 0) return 'no faults\n';
  const rows = faults.map(({ id, type, state, startsIn, endsIn, firings, occasions }) => [
    id,
    type,
    state,
    startsIn === undefined ? '' : `begins in ${formatDuration(startsIn)}`,
    endsIn === undefined ? '' : `ends in ${formatDuration(endsIn)}`,
    `fired ${firings} of ${occasions}`,
  ]);
  return table([['FAULT', 'TYPE', 'STATE', '', '', ''], ...rows]);
}
