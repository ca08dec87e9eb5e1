// A repeat is not carried out again.
import { describeLaws } from './laws.js';
import { switching, type TraceWriter } from './program-traces.js';

describeLaws('executions', [
  {
    rule: 'idempotency.no-second-execution',
    says: 'a repeat is not carried out again',
    right: (trace) => repeated(trace, '1'),
    wrong: (trace) => repeated(trace, '2'),
  },
  {
    rule: 'idempotency.reused-for-another-request',
    says: 'another request under a used key is not carried out',
    right: (trace) => reused(trace, '1'),
    wrong: (trace) => reused(trace, '2'),
  },
]);

function reused(trace: TraceWriter, counted: string): void {
  trace.stimulus('executions', 0, '0');
  trace.operate(switching('on'), { from: 100, to: 200, key: 'one' });
  trace.operate(switching('off'), { from: 300, to: 310, key: 'one' });
  trace.stimulus('executions', 1000, counted);
}

function repeated(trace: TraceWriter, counted: string): void {
  trace.stimulus('executions', 0, '0');
  trace.operate(switching('on'), { from: 100, to: 200, key: 'one' });
  trace.operate(switching('on'), { from: 300, to: 310, key: 'one' });
  trace.stimulus('executions', 1000, counted);
}
