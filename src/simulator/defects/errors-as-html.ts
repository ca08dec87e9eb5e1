// What cannot be found is answered with a web page.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function errorsAsHtml(): Defect {
  return {
    id: 'errors-as-html',
    rule: 'envelope.json',
    summary: 'A 404 is an HTML page.',
    ...editReplies((_, reply) =>
      reply.status === 404
        ? { body: '<html><body>Not Found</body></html>', headers: { 'content-type': 'text/html' } }
        : undefined,
    ),
  };
}
