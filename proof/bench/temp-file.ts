// Files that are handed to a server.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file of its own with this content; the system tidies it away. @param name may have folders before it. */
export async function tempFile(content: string, name = 'content'): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'conform-bench-')), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}
