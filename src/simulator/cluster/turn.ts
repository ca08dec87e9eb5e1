// A new generation of the cluster: what it begins with is put where nobody reads yet, and then it begins in one step.
import type { Beginning } from './generation.js';
import { LinkDown } from './link.js';
import type { ClusterNode } from './node.js';

/** A command of Redis that writes: its name, the key without prefix, and the rest. */
export type RedisWrite = readonly [command: string, key: string, ...rest: (string | number)[]];

/** Writes in one message, so that nobody waits long for Redis. */
const TOGETHER = 500;

/**
 * Resolves when all instances that live have begun it. Rejects with `LinkDown`; then the old one goes on, unless Redis went
 * away at that very moment.
 */
export async function turn(
  node: ClusterNode,
  beginning: Beginning,
  writes: Iterable<RedisWrite>,
): Promise<void> {
  const before = node.generationName;
  const next = node.newGenerationName();
  try {
    let part: RedisWrite[] = [['SET', 'beginning', JSON.stringify(beginning)]];
    for (const write of writes) {
      part.push(write);
      if (part.length < TOGETHER) continue;
      await node.callAnyway('stage', next, JSON.stringify(part));
      part = [];
    }
    await node.callAnyway('stage', next, JSON.stringify(part));
    const back = node.allBack();
    const [kind] = await node.callAnyway('turn', next, JSON.stringify({ t: 'turned' }));
    if (kind !== 'turned') throw new LinkDown('another reset came first');
    await back();
  } catch (error) {
    void sweep(node, next);
    throw error;
  }
  void sweep(node, before);
}

/** What is left when Redis goes away meanwhile is read by nobody. */
async function sweep(node: ClusterNode, generation: string): Promise<void> {
  try {
    let cursor = '0';
    do {
      if (node.generationName === generation) return;
      const [, next] = await node.callAnyway('sweep', generation, cursor);
      cursor = String(next);
    } while (cursor !== '0');
  } catch {
    return;
  }
}
