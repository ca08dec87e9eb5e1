// Whether anybody is there: turns a connection that cannot be made into a sentence and an advice.
import type { BreakageCause } from '../transport.js';
import type { CallOutcome } from '../call.js';

export interface Unreachable {
  readonly kind: 'unreachable';
  readonly message: string;
  /** What came instead of an answer, in words. */
  readonly reason: string;
  readonly hint: string;
}

const HINTS: Readonly<Record<BreakageCause, string>> = {
  address: 'Check the host name in the address, and whether this machine can resolve it.',
  connection:
    'Check the address and the port, whether the target runs, and whether a firewall is in between.',
  tls: 'Name the certificate authority of the target under tls.ca, or set tls.insecure: true on a network you trust.',
  protocol: 'Something else listens at this address: check the port, and http against https.',
  limit: 'Something answers that is not this interface: check the address.',
  request: 'Check the address: requests to it cannot be put into words of HTTP.',
};

const SILENT =
  'Something accepts connections there and does not answer: check the address, or raise patience.';

/** Undefined when an answer came, whatever it was. */
export function unreachableTarget(outcome: CallOutcome, baseUrl: string): Unreachable | undefined {
  if (outcome.kind === 'reply') return undefined;
  const { detail: reason, cause } = outcome;
  const hint = cause === undefined ? SILENT : HINTS[cause];
  return {
    kind: 'unreachable',
    message: `the target at ${baseUrl} cannot be reached: ${reason}`,
    reason,
    hint,
  };
}
