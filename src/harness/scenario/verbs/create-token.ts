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
    ...modifiers,
  }),
  channels: ['rest'],
  check: (fields, check) => checkClient(check, ['createToken'], fields.createToken),
  request: ({ createToken: client, clientId, clientSecret }) => ({
    client,
    call: {
      name: 'createToken',
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
    },
  }),
});
