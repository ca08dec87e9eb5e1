// The command that a reply shows, and whether it has still to end.
import { isObject } from '../../kernel/json.js';
import type { CommandStatus } from '../../contract/schemas/scalars.js';

type Shown = Readonly<Record<string, unknown>>;

export function commandIn(data: unknown): Shown | undefined {
  const command = isObject(data) ? data['command'] : undefined;
  return isObject(command) ? command : undefined;
}

/** A word that is no status says nothing of its end. */
export function unendedCommandIn(data: unknown): Shown | undefined {
  const command = commandIn(data);
  const unended: CommandStatus = 'pending';
  return command?.['status'] === unended ? command : undefined;
}
