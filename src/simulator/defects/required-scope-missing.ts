// A 403 does not say which permission is needed.
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';

export function requiredScopeMissing(): Defect {
  return {
    id: 'required-scope-missing',
    rule: 'scope.required-scope-named',
    summary: 'AUTH_SCOPE_DENIED comes without data.requiredScope.',
    ...editReplies((body) => (body['code'] === 'AUTH_SCOPE_DENIED' ? { ...body, data: {} } : undefined)),
  };
}
