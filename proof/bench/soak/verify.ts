// Holds what the clients were told against what the devices have done, by the simulator's journal.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CommandRecord } from './commands.js';

/** Lines that say what is wrong; none when all is well. */
export async function verifyCommands(
  records: readonly CommandRecord[],
  journalFile: string,
): Promise<readonly string[]> {
  const executed = await executionsIn(journalFile);
  const wrong: string[] = [];
  for (const { deviceId, duration, status, commandId, forgotten } of records) {
    const times = executed.get(`${deviceId}/${duration}`) ?? 0;
    const name = `command ${commandId ?? 'without an answer'} (jog duration ${duration} ms of ${deviceId})`;
    if (times > 1) wrong.push(`${name} was carried out ${times} times`);
    if (status === 'SUCCEEDED' && times === 0) wrong.push(`${name} was acknowledged and never carried out`);
    if (forgotten) wrong.push(`${name} was acknowledged and could not be read back`);
  }
  return wrong;
}

interface JournalLine {
  readonly kind: string;
  readonly deviceId?: string;
  readonly act?: string;
  readonly detail?: {
    readonly operation?: { readonly name: string; readonly params: { readonly duration?: number } };
  };
}

/** How often each device has set each jog duration. */
async function executionsIn(journalFile: string): Promise<ReadonlyMap<string, number>> {
  const executed = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(journalFile) })) {
    if (!line.includes('"physical"')) continue;
    const { kind, deviceId, act, detail } = JSON.parse(line) as JournalLine;
    if (
      kind !== 'physical' ||
      act !== 'operation' ||
      detail?.operation?.name !== 'device.relay.jogConfig.set'
    )
      continue;
    const mark = `${deviceId}/${detail.operation.params.duration}`;
    executed.set(mark, (executed.get(mark) ?? 0) + 1);
  }
  return executed;
}
