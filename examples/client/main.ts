// The program: settings from the environment, orders on stdin, results on stdout. See README.md.
import { createInterface } from 'node:readline';
import { machinePorts } from './machine.js';
import { turnsIn } from './turns.js';
import { readEnvironment, runProgram } from './program.js';

const read = readEnvironment(process.env);
if (typeof read === 'string') {
  process.stderr.write(`${read} is missing in the environment; see README.md\n`);
  process.exitCode = 2;
} else {
  const lines = createInterface({ input: process.stdin });
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const { deviceIds, sharedFolder, ...settings } = read;
  const machine = machinePorts();
  const turns = sharedFolder === undefined ? undefined : turnsIn(sharedFolder, machine.clock);
  const ports = { ...machine, turns };
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const around = { deviceIds, lines, write, stop: stop.signal, clock: ports.clock, random: ports.random };
  await runProgram({ ...around, settings: { ...settings, ...ports } });
  lines.close();
  process.stdin.destroy();
}
