// The token response does not say whose token it is.
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function tokenOfNobody(): Defect {
  return {
    id: 'token-of-nobody',
    rule: 'auth.token-shape',
    summary: 'The token response has no clientId and an unknown token type.',
    ...editReplies((body) => {
      const { clientId, ...data } = dataOf(body);
      return clientId === undefined ? undefined : { ...body, data: { ...data, tokenType: 'token' } };
    }),
  };
}
