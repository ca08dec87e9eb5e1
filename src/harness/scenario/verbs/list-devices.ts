// `listDevices:` lists the devices that the client may access; `{ limit: 1 }` asks for a page.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';

const page = z.strictObject({
  limit: z.int().positive().optional().describe('how many devices on one page, at most'),
  cursor: z.string().optional().describe('where the page begins: what the page before has said'),
});

export const listDevices = defineRequest({
  name: 'listDevices',
  summary: 'Lists the devices that the client may access.',
  schema: z.strictObject({ listDevices: page.nullish(), ...requesting }),
  channels: ['rest'],
  scope: 'device:read',
  request: ({ listDevices: asked }) => ({
    call: {
      name: 'listDevices',
      ...(asked?.limit === undefined ? {} : { limit: asked.limit }),
      ...(asked?.cursor === undefined ? {} : { cursor: asked.cursor }),
    },
  }),
});
