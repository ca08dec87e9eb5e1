// The signals by which a process is asked to end, on all systems.

/**
 * SIGBREAK is Ctrl-Break of Windows; SIGHUP comes when a terminal is closed, on Windows as well. Windows ends a process by
 * SIGTERM without asking it.
 */
export const END_SIGNALS = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGBREAK',
] as const satisfies readonly NodeJS.Signals[];
