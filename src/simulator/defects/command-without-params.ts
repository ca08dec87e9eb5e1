// A command does not say with what it was asked for.
import { dataOf, editReplies, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function commandWithoutParams(): Defect {
  return {
    id: 'command-without-params',
    rule: 'commands.shape',
    summary: 'data.command of a REST reply has no params.',
    ...editReplies((body) => {
      const command = dataOf(body)['command'] as Json | undefined;
      if (command === undefined) return undefined;
      const { params: _, ...rest } = command;
      return { ...body, data: { ...dataOf(body), command: rest } };
    }),
  };
}
