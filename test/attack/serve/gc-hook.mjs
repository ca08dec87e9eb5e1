// Loaded into the attacked process beside its own code: at SIGUSR2 it collects garbage and prints what is left.
process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.stderr.write(`attack-memory ${JSON.stringify({ heapUsed, external, arrayBuffers, rss })}\n`);
});
