// The WebSocket returns another command object than REST.
import { dataOf, editFrames, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function commandDiffersOnWebsocket(): Defect {
  return {
    id: 'command-differs-on-websocket',
    rule: 'commands.same-object-both-channels',
    summary: 'The identifier of a command on the WebSocket is not the one that REST knows it by.',
    ...editFrames((frame) => {
      const command = dataOf(frame)['command'] as Json | undefined;
      if (command === undefined) return undefined;
      const renamed = Object.entries(command).map(([key, value]) =>
        typeof value === 'string' && value.startsWith('cmd-') ? [key, `ws-${value}`] : [key, value],
      );
      return { ...frame, data: { command: Object.fromEntries(renamed) as Json } };
    }),
  };
}
