// Opens a page with a secret in its address in the browser of whoever sits at this machine. The command line of a browser
// is in the list of processes: it gets a file that only its owner can read, and that forwards to the address.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NOTHING_SECRET, safeText } from '../output/writer.js';
import { runtimeFolder } from './control/running.js';
import type { Io } from './io.js';
import { makeOwnersFolder, writeDurably } from './restore/durable-file.js';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @param onFailure is called where the machine has no way to do it. @returns the way to remove the file. */
export async function openPage(
  address: string,
  io: Pick<Io, 'env'>,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  const folder = runtimeFolder(io);
  const path = join(folder, `open-${process.pid}.html`);
  const failed =
    (await makeOwnersFolder(folder)) ??
    (await writeDurably(path, safeText(forwarding(address), 'html', NOTHING_SECRET)));
  if (failed === undefined) openFile(path, onFailure);
  else onFailure();
  return () => rm(path, { force: true }).catch(() => undefined);
}

function forwarding(address: string): string {
  return `<!doctype html><meta charset="utf-8"><title>conform</title><script>location.replace(${JSON.stringify(address)})</script>\n`;
}

function openFile(path: string, onFailure: () => void): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, path], { stdio: 'ignore', detached: true });
  child.on('error', onFailure);
  child.on('exit', (code) => code !== 0 && onFailure());
  child.unref();
}
