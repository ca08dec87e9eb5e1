// What `conform list` does. Each list loads what it needs: that of the variants needs a simulator.
import type { Result } from '../../document/diagnostic.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ListName } from './names.js';
import type { PrintedList } from './list.js';

const LISTS: Readonly<
  Record<
    ListName | 'dimensions',
    () => Promise<(io: Io) => Result<PrintedList> | Promise<Result<PrintedList>>>
  >
> = {
  rules: async () => (await import('./rules.js')).listRules,
  dimensions: async () => (await import('./dimensions.js')).listDimensions,
  scenarios: async () => (await import('./scenarios.js')).listScenarios,
  properties: async () => (await import('./properties.js')).listProperties,
  variants: async () => (await import('./variants.js')).listVariants,
  defects: async () => (await import('./defects.js')).listDefects,
  faults: async () => (await import('./faults.js')).listFaults,
  stimuli: async () => (await import('./stimuli.js')).listStimuli,
  dialects: async () => (await import('./dialects.js')).listDialects,
  clients: async () => (await import('./clients.js')).listClients,
  endpoints: async () => (await import('./endpoints.js')).listEndpoints,
  topics: async () => (await import('./topics.js')).listTopics,
};

export async function printList(what: ListName | 'dimensions', json: boolean, io: Io): Promise<ExitCode> {
  const of = await LISTS[what]();
  const list = await of(io);
  if (!list.ok) {
    printDiagnostics(io, list.diagnostics);
    return EXIT.usage;
  }
  if (json) io.out.document(`${JSON.stringify(list.value.data, null, 2)}\n`, 'json');
  else io.out.write(list.value.text);
  return EXIT.passed;
}
