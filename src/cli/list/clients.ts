// The API clients of the demo fleet, without their secrets.
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { loadFleet } from '../load/fleet.js';
import { type PrintedList, listText } from './list.js';

export function listClients(io: Io): Result<PrintedList> {
  const fleet = loadFleet(undefined, io.cwd);
  if (!fleet.ok) return fleet;
  const data = fleet.value.spec.clients.map(({ clientId, scopes, devices, disabled }) => {
    return { clientId, scopes: [...scopes], devices, disabled };
  });
  const entries = data.map(({ clientId, scopes, devices, disabled }) => ({
    name: clientId,
    title: scopes.join(' ') || 'no permission',
    notes: [
      ...(devices === 'all' ? [] : [`only for ${devices.join(', ')}`]),
      ...(disabled ? ['disabled: it gets APP_DISABLED'] : []),
      `conform tail --client ${clientId}`,
    ],
  }));
  const summary = `${entries.length} API clients of the demo fleet; conform serve prints their secrets. A fleet file has its own.`;
  return { ok: true, value: { data, text: listText(entries, summary, io) } };
}
