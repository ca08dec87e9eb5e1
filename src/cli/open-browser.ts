// Opens an address in the browser of whoever sits at this machine.
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Calls back where the machine has no way to do it. */
export function openBrowser(address: string, onFailure: () => void): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', onFailure);
  child.on('exit', (code) => code !== 0 && onFailure());
  child.unref();
}
