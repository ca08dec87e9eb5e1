// What `conform state show` does: tells in a few lines what a folder of state has in it.
import { createSystemClock } from '../../kernel/system-clock.js';
import { readClockRecord, startOf } from '../../simulator/state/clock-record.js';
import type { CommandRecord } from '../../simulator/state/stored-command.js';
import type { Tables } from '../../simulator/state/tables.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { readingState } from './reading.js';

export function showState(dir: string, io: Io): Promise<ExitCode> {
  return readingState(dir, io, (tables) => {
    const rows = rowsOf(tables);
    const width = Math.max(...rows.map(([name]) => name.length)) + 2;
    io.out.write(rows.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join(''));
    return EXIT.passed;
  });
}

function rowsOf(tables: Tables): [name: string, value: string][] {
  const count = (table: Parameters<Tables['count']>[0]): string => String(tables.count(table));
  return [
    ['format', numberIn(tables, 'format')],
    ['starts', numberIn(tables, 'lives')],
    ['clock', clockWords(tables)],
    ['commands', commandWords(tables)],
    ['keys', count('keys')],
    ['devices used', count('devices')],
    ['devices added', count('added')],
    ['devices removed', count('removed')],
    ['passwords changed', count('passwords')],
    ['refresh budgets', count('budgets')],
    ['quotas', count('quotas')],
    ['access tokens', count('tokens')],
  ];
}

function clockWords(tables: Tables): string {
  const record = readClockRecord(tables.get('meta', 'clock'));
  if (!record) return "the machine's time";
  const time = new Date(startOf(record, createSystemClock())).toISOString();
  if (record.follows) return "follows the machine's time";
  return `${time}, ${record.paused ? 'paused' : `speed ${record.speed}`}`;
}

function commandWords(tables: Tables): string {
  const statuses = new Map<string, number>();
  for (const [, value] of tables.entries('commands')) {
    const { status } = (value as CommandRecord).command;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const words = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
  return `${tables.count('commands')}${words && ` (${words})`}`;
}

function numberIn(tables: Tables, key: string): string {
  return String(Number(tables.get('meta', key) ?? 0));
}
