// Files that are handed to a server.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file of its own with this content; the system tidies it away. */
export async function tempFile(content: string, name = 'content'): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'conform-bench-')), name);
  await writeFile(path, content);
  return path;
}
