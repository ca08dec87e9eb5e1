// Work on a target in virtual time, and its end: connections that are still open take virtual time to close.
import type { OpenTarget } from '../../harness/run/open-target.js';

export async function thenClose<T>(work: Promise<T>, open: Pick<OpenTarget, 'close'>): Promise<T> {
  try {
    return await work;
  } finally {
    await open.close();
  }
}
