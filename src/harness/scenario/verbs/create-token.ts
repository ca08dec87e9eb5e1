// `createToken: operator` exchanges the credentials of a client, or others, for an access token.
import { z } from 'zod';
import { name, requesting } from '../language/modifiers.js';
import { checkClient, defineRequest } from './request-verb.js';

const { client: _, authenticate: __, ...modifiers } = requesting;

export const createToken = defineRequest({
  name: 'createToken',
  summary: 'Asks for an access token with the credentials of a client.',
  schema: z.strictObject({
    createToken: name.describe('a client of the scenario'),
    clientId: z.string().optional().describe('instead of the identifier of the client'),
    clientSecret: z.string().optional().describe('instead of the secret of the client'),
    secretLike: z
      .enum(['other-case', 'beginning', 'longer', 'empty'])
      .optional()
      .describe('a wrong secret that is made of the right one'),
    ...modifiers,
  }),
  channels: ['rest'],
  check: (fields, check) => checkClient(check, ['createToken'], fields.createToken),
  request: ({ createToken: client, clientId, clientSecret, secretLike }) => ({
    client,
    call: {
      name: 'createToken',
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(secretLike === undefined ? {} : { secretLike }),
    },
  }),
});
