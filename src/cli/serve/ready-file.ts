// `--ready-file`: a file that is there as long as the simulator takes requests, with what a program needs to use it.
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { safeText } from '../../output/writer.js';
import type { OpenPort } from '../open-port.js';
import type { Io } from '../io.js';
import { writeDurably } from '../restore/durable-file.js';

export interface ReadyFile {
  /** Why it could not be written. */
  readonly failed: string | undefined;
  /** Removes it. */
  withdraw(): Promise<void>;
}

/** The token is what the file is for; only its owner can read it. */
const NOTHING_SECRET = { mask: (text: string): string => text };

export async function writeReadyFile(
  name: string | undefined,
  { url, control }: Pick<OpenPort, 'url' | 'control'>,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<ReadyFile> {
  if (name === undefined) return { failed: undefined, withdraw: () => Promise.resolve() };
  const path = resolve(cwd, name);
  const place = { pid: process.pid, url, ...(control && { control: control.url, token: control.token }) };
  const text = safeText(`${JSON.stringify(place)}\n`, 'json', NOTHING_SECRET);
  const failed = await writeDurably(path, text);
  return {
    failed,
    withdraw: async () => {
      if (failed === undefined) await rm(path, { force: true });
    },
  };
}
