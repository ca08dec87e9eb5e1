// A failure that nobody has caught ends a command, but not a server: others depend on it.

/** Calls `onBug` with each until it is disposed of; nothing else hears of them meanwhile. */
export function containBugs(onBug: (error: unknown) => void): { dispose(): void } {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const others = events.map((event) => process.listeners(event as 'uncaughtException'));
  for (const event of events) {
    process.removeAllListeners(event);
    process.on(event as 'uncaughtException', onBug);
  }
  return {
    dispose: () => {
      for (const [at, event] of events.entries()) {
        process.off(event as 'uncaughtException', onBug);
        for (const other of others[at] ?? []) process.on(event as 'uncaughtException', other);
      }
    },
  };
}
