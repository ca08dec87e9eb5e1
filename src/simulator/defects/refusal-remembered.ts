// A refused request keeps its key: a retry is refused for ever.
import type { Defect } from './defect.js';
import { withKeptRefusals } from './with-kept-refusals.js';

export function refusalRemembered(): Defect {
  return {
    id: 'refusal-remembered',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY is refused for ever under its key.',
    ...withKeptRefusals(() => true),
  };
}
