// Remembers what the service has denied for want of a permission. Asking again is of no use until the permissions
// have changed, and these come with the access token (rule client.scope-denied-is-final).
import type { Answer } from './answer.js';

export interface Denials {
  /** Does the work, or gives the denial that an earlier call of the same name on the same subject got. */
  unlessDenied(name: string, subject: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Called with the permissions of each new token; other ones than before end all denials. */
  onScopes(scopes: string): void;
}

const MOST_REMEMBERED = 10_000;

export function createDenials(): Denials {
  const denied = new Map<string, Answer>();
  let known: string | undefined;
  return {
    unlessDenied: async (name, subject, work) => {
      const identity = `${name} ${subject}`;
      const before = denied.get(identity);
      if (before) return before;
      const answer = await work();
      const isDenial = answer.kind === 'reply' && answer.code === 'AUTH_SCOPE_DENIED';
      if (isDenial && denied.size < MOST_REMEMBERED) denied.set(identity, answer);
      return answer;
    },
    onScopes: (scopes) => {
      if (known !== scopes) denied.clear();
      known = scopes;
    },
  };
}
