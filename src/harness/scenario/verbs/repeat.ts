// `repeat: first` sends an earlier request once more, unchanged, with the same key; perhaps another way.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { checkRequesting, replyName } from './request-verb.js';
import { performOn } from '../engine/perform.js';
import { routeOf } from '../engine/route.js';
import { blocked } from '../engine/execution-context.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  repeat: z.string().describe('the name of an earlier request'),
  respelled: z
    .literal(true)
    .optional()
    .describe('say the same with members in the opposite order, and with other white space'),
  settled: z.boolean().optional().describe('wait until the command has ended'),
  ...requesting,
});

export const repeat = defineVerb<z.output<typeof schema>>({
  name: 'repeat',
  summary: 'Sends an earlier request again, unchanged; the same way unless `via` or `client` says otherwise.',
  schema,
  requests: true,
  captures: replyName,
  refersTo: (fields) => fields.repeat,
  check: (fields, check) => {
    const requests = [...check.names.known].filter(([, kind]) => kind === 'reply').map(([name]) => name);
    check.known(['repeat'], 'request', fields.repeat, requests);
    checkRequesting(fields, check, ['rest', 'ws']);
  },
  run: async (fields, context, step) => {
    const sent = context.captures.get(fields.repeat)?.sent;
    if (!sent) return blocked(`${fields.repeat} is no request that could be repeated`);
    const elsewhere =
      fields.via !== undefined || fields.client !== undefined || fields.authenticate !== undefined;
    const usual = sent.route.via === 'rest' ? 'rest' : 'ws';
    const route = elsewhere
      ? routeOf(context, { ...fields, client: fields.client ?? sent.route.client }, usual)
      : sent.route;
    if (!route) return blocked(`${fields.authenticate} stands for no token`);
    const { call } = sent;
    if (fields.respelled && call.name !== 'operate') return blocked(`${fields.repeat} is no operation`);
    const again = fields.respelled && call.name === 'operate' ? { ...call, respelled: true } : call;
    return performOn(context, step, fields, { call: again, device: sent.device, route });
  },
});
