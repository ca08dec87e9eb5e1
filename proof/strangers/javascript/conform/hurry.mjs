// Makes the whole clock of the server HURRY times as fast, budgets and pulses too: for `conform run --speed`.
// Loaded before it: node --import ./conform/hurry.mjs server.mjs
// The server ends when its standard input is closed, so that it does not outlive the one who started it.
const speed = Number(process.env.HURRY ?? 1);
if (speed !== 1) {
  const plainNow = Date.now;
  const begun = plainNow();
  const clock = performance;
  const from = clock.now();
  Date.now = () => begun + Math.floor((clock.now() - from) * speed);
  for (const name of ['setTimeout', 'setInterval']) {
    const plain = globalThis[name];
    globalThis[name] = (work, delay = 0, ...rest) => plain(work, delay / speed, ...rest);
  }
}
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
process.stdin.unref?.();
