// What both documents say of themselves.
import { PATH_PREFIX } from '../contract/limits.js';
import type { Dialect } from '../dialect/dialect.js';

export interface DocumentFacts {
  /** Of the document; the version that is part of every path when absent. */
  readonly version?: string;
  /** Where the service is: `https://example.org`. */
  readonly serverUrl?: string;
}

export function infoOf(dialect: Dialect, { version }: DocumentFacts): Record<string, unknown> {
  return {
    title: 'Device Control Service',
    version: version ?? PATH_PREFIX.split('/').at(-1),
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    contact: { name: 'conform contributors' },
    description: `Remote I/O devices, in the dialect ${dialect.name}. Made from the contract; do not edit.`,
  };
}
