// Permissions are taken for a ladder.
import type { Defect } from './defect.js';

export function controlIncludesConfig(): Defect {
  return {
    id: 'control-includes-config',
    rule: 'scope.independent',
    summary: 'The permission device:control includes device:config.',
    ports: (ports) => ({
      ...ports,
      access: {
        ...ports.access,
        deny: (client, scope) =>
          scope === 'device:config' && client.scopes.includes('device:control')
            ? undefined
            : ports.access.deny(client, scope),
      },
    }),
  };
}
