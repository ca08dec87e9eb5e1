// Opens a connection anew; in between nobody listens on it.
import fc from 'fast-check';
import { createCommand } from './command.js';
export function reconnect({ connections }) {
    return connections.map((connection) => fc.boolean().map((away) => createCommand(away ? `disconnect ${connection}` : `reconnect ${connection}`, ({ broken }, draft) => {
        if (away)
            broken.add(connection);
        else
            broken.delete(connection);
        draft.steps.push(away ? { disconnect: connection } : { reconnect: connection });
    })));
}
