// Which connections a fault acts on: those that are open when it begins, those opened while it lasts, or both.
import { z } from 'zod';
import type { FaultAct } from '../fault.js';
import type { ConnectionHandle } from '../engine/connection-handle.js';
import type { FaultSite, Firing } from '../engine/site.js';

export const CONNECTION_CHOICES = ['open', 'new', 'all'] as const;
export type ConnectionChoice = (typeof CONNECTION_CHOICES)[number];

export function connectionChoice(byDefault: ConnectionChoice) {
  return z
    .enum(CONNECTION_CHOICES)
    .default(byDefault)
    .describe('Those open when the fault begins, new ones while it lasts, or all of these');
}

/** Each connection is an occasion. */
export function onConnections(
  site: FaultSite,
  choice: ConnectionChoice,
  hit: (connection: ConnectionHandle, firing: Firing) => void,
): Pick<FaultAct, 'begin' | 'connected'> {
  const meet = (connection: ConnectionHandle): void => {
    const firing = site.fire({
      what: `connection ${connection.id} of ${connection.clientId}`,
      connection: connection.id,
    });
    if (firing) hit(connection, firing);
  };
  return {
    begin: () => {
      if (choice !== 'new') for (const connection of site.connections()) site.meet(() => meet(connection));
    },
    connected: (connection) => {
      if (choice !== 'open') site.meet(() => meet(connection));
    },
  };
}
