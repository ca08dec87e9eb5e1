// Commands can be read by whoever knows their identifier.
import type { Defect } from './defect.js';

export function foreignCommandsReadable(): Defect {
  return {
    id: 'foreign-commands-readable',
    rule: 'scope.commands-within-devices',
    summary: 'A command of a device that the client may not access can be read.',
    service: (service) => ({
      ...service,
      readCommand: (caller, commandId) => service.readCommand({ ...caller, sees: () => true }, commandId),
    }),
  };
}
