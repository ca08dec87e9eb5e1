// Configuration is set without a command to show for it.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function configWithoutCommand(): Defect {
  return {
    id: 'config-without-command',
    rule: 'commands.created-by-every-operation',
    summary: 'Over REST, setting a baud rate or a jog duration returns no command.',
    ...editReplies((body, { status }, { target }) =>
      status === 200 && /\/(baud-rate|jog-config)$/.test(target) ? { ...body, data: {} } : undefined,
    ),
  };
}
