// Every state that is read follows from the accepted operations in some order, or names the rule that is broken.
import { describe, expect, it } from 'vitest';
import { createTraceWriter, judged, switching, type TraceWriter, UNANSWERED } from './program-traces.js';

const of = (write: (trace: TraceWriter) => void): readonly string[] => {
  const trace = createTraceWriter();
  write(trace);
  return judged(trace, 'state');
};

describe('a state that was read', () => {
  it('follows from the operations before it', () => {
    expect(
      of((trace) => {
        trace.operate(switching('on', 'off'), { from: 0, to: 100 });
        trace.refresh({ from: 200, to: 300 }, [true, false]);
      }),
    ).toEqual(['relay.effect pass', 'relay.set-many pass']);
  });

  it('is either of two while an operation may have come before or after', () => {
    for (const seen of [true, false])
      expect(
        of((trace) => {
          trace.operate(switching('off'), { from: 0, to: 100 });
          trace.operate(switching('on'), { from: 200, to: 400 });
          trace.refresh({ from: 300, to: 350 }, [seen]);
        }),
      ).toEqual(['relay.effect pass']);
  });

  it('that a lost operation may or may not have brought about proves nothing', () => {
    for (const seen of [true, false])
      expect(
        of((trace) => {
          trace.operate(switching('off'), { from: 0, to: 100 });
          trace.operate(switching('on'), { from: 200 });
          trace.refresh({ from: 5000, to: 5100 }, [seen]);
        }),
      ).toEqual(['relay.effect pass']);
  });

  it('is open while a relay jogs, and off when it has jogged', () => {
    const jogged = (at: number, seen: boolean): readonly string[] =>
      of((trace) => {
        trace.operate(
          { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 500 } },
          { from: 0, to: 50 },
        );
        trace.operate(switching('jog'), { from: 100, to: 200 });
        trace.refresh({ from: at, to: at + 100 }, [seen]);
      });
    expect(jogged(300, true)).toContain('relay.effect pass');
    expect(jogged(300, false)).toContain('relay.effect pass');
    expect(jogged(9000, false)).toContain('relay.effect pass');
    expect(jogged(9000, true)).toContain('relay.effect fail');
  });

  it('is on and then off where a jog is seen to have ended long after it is over', () => {
    const seen = (last: boolean): readonly string[] =>
      of((trace) => {
        trace.operate(
          { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 500 } },
          { from: 0, to: 50 },
        );
        trace.operate(switching('off'), { from: 60, to: 80 });
        trace.operate(switching('jog'), { from: 100, to: 102, key: 'jog', status: 'pending' });
        trace.refresh({ from: 350, to: 750 }, [true]);
        trace.refresh({ from: 6000, to: 6400 }, [last]);
        trace.operate(switching('jog'), { from: 6410, to: 6412, key: 'jog' });
      });
    expect(seen(false)).toContain('relay.effect pass');
  });

  it('is on and then off where the answer to a jog was lost', () => {
    expect(
      of((trace) => {
        trace.operate(switching('off'), { from: 0, to: 50 });
        trace.operate(switching('jog'), { from: 100 });
        trace.refresh({ from: 200, to: 300 }, [true]);
        trace.refresh({ from: 5000, to: 5100 }, [false]);
      }),
    ).toEqual(['relay.effect pass']);
  });

  it('is nobody knows what after a power cut', () => {
    expect(
      of((trace) => {
        trace.operate(switching('on'), { from: 0, to: 100 });
        trace.stimulus('cut-power', 150);
        trace.refresh({ from: 9000, to: 9100 }, [false]);
      }),
    ).toEqual([]);
  });
});

describe('a state that nothing explains', () => {
  const expectFail = (rule: string, write: (trace: TraceWriter) => void): void =>
    expect(of(write).filter((each) => each.endsWith('fail'))).toEqual([`${rule} fail`]);

  it('is an operation without effect', () => {
    expectFail('relay.effect', (trace) => {
      trace.refresh({ from: 0, to: 50 }, [false]);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.refresh({ from: 5000, to: 5100 }, [false]);
    });
  });

  it('is a relay left out where one of several was switched', () => {
    expectFail('relay.set-many', (trace) => {
      trace.operate(switching('off', 'off'), { from: 0, to: 50 });
      trace.operate(switching('on', 'on'), { from: 100, to: 200 });
      trace.refresh({ from: 5000, to: 5100 }, [true, false]);
    });
  });

  it('is a repeat that ran again', () => {
    expectFail('idempotency.no-second-execution', (trace) => {
      trace.operate(switching('on'), { from: 0, to: 50, key: 'one' });
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.operate(switching('on'), { from: 300, to: 350, key: 'one' });
      trace.refresh({ from: 5000, to: 5100 }, [true]);
    });
  });

  it('is a repeat that ran again after its first request was lost', () => {
    expectFail('idempotency.after-lost-response', (trace) => {
      trace.operate(switching('on'), { from: 0, key: 'one' });
      trace.operate(switching('on'), { from: 50, to: 90, key: 'one' });
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.operate(switching('on'), { from: 300, to: 350, key: 'one' });
      trace.refresh({ from: 5000, to: 5100 }, [true]);
    });
  });

  it('is an operation that was refused and ran', () => {
    expectFail('busy.refused-has-no-effect', (trace) => {
      trace.operate(switching('off'), { from: 0, to: 50 });
      trace.operate(UNANSWERED, { from: 100, to: 1150, status: 'timeout' });
      trace.operate(switching('on'), { from: 200, to: 210, refused: 'DEVICE_BUSY' });
      trace.refresh({ from: 5000, to: 5100 }, [true]);
    });
  });

  it('is another request under a used key that ran', () => {
    expectFail('idempotency.reused-for-another-request', (trace) => {
      trace.operate(switching('off'), { from: 0, to: 50, key: 'one' });
      trace.operate(switching('on'), { from: 100, to: 150, key: 'one', refused: 'IDEMPOTENCY_KEY_REUSED' });
      trace.refresh({ from: 5000, to: 5100 }, [true]);
    });
  });

  it('is an old one, where an event has shown the new', () => {
    expectFail('devices.detail-is-live', (trace) => {
      trace.open('c', 0);
      trace.refresh({ from: 10, to: 50 }, [false]);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.event('c', 210, [1], [true]);
      trace.refresh({ from: 5000, to: 5100 }, [false]);
    });
  });

  it('is a setting that was not kept', () => {
    expectFail('rs485.baud-rate', (trace) => {
      trace.operate({ name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } }, { from: 0, to: 50 });
      trace.config({ from: 5000, to: 5100 }, { baudRate: 19_200, relays: [] });
    });
  });
});
