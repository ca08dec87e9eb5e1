// `readCommand: $first.command.commandId` reads a command and its outcome.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { wholeReference } from '../language/reference.js';
import { defineRequest } from './request-verb.js';
export const readCommand = defineRequest({
    name: 'readCommand',
    summary: 'Reads a command by its identifier.',
    schema: z.strictObject({
        readCommand: z.string().min(1).describe('the identifier, mostly as $first.command.commandId'),
        settled: z.literal(true).optional().describe('wait until the command has ended'),
        ...requesting,
    }),
    channels: ['rest'],
    scope: 'device:read',
    refersTo: (fields) => wholeReference(fields.readCommand)?.root,
    request: (fields) => ({ call: { name: 'readCommand', commandId: fields.readCommand } }),
});
