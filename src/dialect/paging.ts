// How a dialect pages the device list: by cursors that the server gives out, by the numbers of pages, or by how many
// devices come before.
import { z } from 'zod';

const parameter = z.string().min(1);

export interface Paging {
  /** The query parameter for how many devices a page has. */
  readonly limit: string;
  /** The query parameter for where a page begins. */
  readonly cursor: string;
  /** What that parameter has: a text that the page before has given, the number of the page, or the devices before it. */
  readonly counts: 'nothing' | 'pages' | 'devices';
  /** What the parameter has for the first page, where it counts. */
  readonly from: number;
}

/** Fields of the device list of which one at least tells whether there is another page. */
export const SIGNS_OF_MORE = ['nextCursor', 'more', 'pages', 'total'] as const;

export const pagingSetting = z
  .strictObject({
    limit: parameter.default('limit').describe('The query parameter for how many devices a page has'),
    cursor: parameter
      .optional()
      .describe(
        'The query parameter for where a page begins: what the page before has said (default: cursor)',
      ),
    page: parameter
      .optional()
      .describe('In place of a cursor: the query parameter for the number of the page'),
    offset: parameter
      .optional()
      .describe('In place of a cursor: the query parameter for how many devices come before the page'),
    from: z.literal([0, 1]).optional().describe('The number of the first page (default: 1)'),
  })
  .refine(
    ({ cursor, page, offset }) => [cursor, page, offset].filter((name) => name !== undefined).length <= 1,
    'pages are asked for by one of cursor, page and offset',
  )
  .refine(({ page, from }) => page !== undefined || from === undefined, '`from` goes with `page`')
  .refine(
    ({ limit, cursor = 'cursor', page, offset }) => limit !== (page ?? offset ?? cursor),
    'the limit and the cursor need different names',
  )
  .transform(({ limit, cursor = 'cursor', page, offset, from = 1 }): Paging => {
    if (page !== undefined) return { limit, cursor: page, counts: 'pages', from };
    if (offset !== undefined) return { limit, cursor: offset, counts: 'devices', from: 0 };
    return { limit, cursor, counts: 'nothing', from: 0 };
  })
  .prefault({});
