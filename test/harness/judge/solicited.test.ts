// A response that a transceive waited for is no event.
import { describeLaws } from './laws.js';
import type { TraceWriter } from './program-traces.js';

describeLaws('solicited', [
  {
    rule: 'events.not-for-solicited',
    says: 'a response that was waited for is no event',
    right: (trace) => answered(trace, false),
    wrong: (trace) => answered(trace, true),
  },
]);

function answered(trace: TraceWriter, told: boolean): void {
  const operation = { name: 'device.rs485.transceive', params: { data: 'ee01', timeout: 500 } } as const;
  trace.open('c', 0);
  trace.operate(operation, { from: 100, to: 200, result: { data: 'ee01' } });
  if (told) trace.rs485('c', 210, 'ee01');
}
