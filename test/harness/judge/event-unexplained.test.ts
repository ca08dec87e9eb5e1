// Each event is explained by a change.
import { describeLaws } from './laws.js';
import { switching, type TraceWriter } from './program-traces.js';

describeLaws('event-unexplained', [
  {
    rule: 'events.changes',
    says: 'an event names what may have changed',
    right: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1], [true, false]);
    },
    wrong: (trace) => {
      changed(trace, 'c');
      trace.event('c', 700, [1, 2], [true, false]);
    },
  },
  {
    rule: 'events.no-change-no-event',
    says: 'setting a relay to the state it is in tells nothing',
    right: (trace) => {
      trace.open('c', 0);
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.event('c', 210, [1], [false]);
    },
    wrong: (trace) => {
      trace.operate(switching('off'), { from: 100, to: 200 });
      trace.open('c', 3000);
      trace.operate(switching('off'), { from: 6000, to: 6100 });
      trace.event('c', 6110, [1], [false]);
    },
  },
  {
    rule: 'events.not-replayed',
    says: 'what happened before a connection was opened is not told on it',
    right: (trace) => {
      trace.operate(switching('on'), { from: 100, to: 200 });
      // It may have been on its way, since nobody had heard of it.
      trace.open('c', 300);
      trace.event('c', 350, [1], [true]);
    },
    wrong: (trace) => {
      trace.open('e', 0);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.event('e', 210, [1], [true]);
      trace.open('c', 300);
      trace.event('c', 310, [1], [true]);
    },
  },
  {
    rule: 'events.not-replayed',
    says: 'copies that go to all connections are no replay, and one that only a younger one gets is',
    right: (trace) => {
      toldToYounger(trace);
      trace.event('e', 2205, [1], [true], 'e1');
    },
    wrong: toldToYounger,
  },
  {
    rule: 'events.not-replayed',
    says: 'what the connection before had heard is a copy, and what it missed is replayed',
    right: (trace) => toldToNext(trace, 'left'),
    wrong: (trace) => toldToNext(trace, 'right'),
  },
  {
    rule: 'events.not-for-config',
    says: 'a setting is not broadcast',
    right: (trace) => {
      trace.open('c', 0);
      trace.operate(switching('on'), { from: 100, to: 200 });
      trace.operate(
        { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
        { from: 300, to: 400 },
      );
      trace.event('c', 410, [1], [true]);
    },
    wrong: (trace) => {
      trace.open('c', 0);
      trace.operate(
        { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
        { from: 300, to: 400 },
      );
      trace.event('c', 410, [1], [false]);
    },
  },
]);

function changed(trace: TraceWriter, ...connections: readonly string[]): void {
  connections.forEach((each) => trace.open(each, 0));
  trace.operate(switching('off'), { from: 100, to: 200 });
  trace.operate(switching('on'), { from: 500, to: 600 });
}

function toldToYounger(trace: TraceWriter): void {
  trace.open('e', 0);
  trace.operate(switching('on'), { from: 100, to: 200 });
  trace.event('e', 210, [1], [true], 'e1');
  trace.open('c', 300);
  trace.event('c', 2200, [1], [true], 'e1');
}

function toldToNext(trace: TraceWriter, heardOn: string): void {
  for (const connection of ['left', 'right']) trace.open(connection, 0);
  trace.operate(switching('on'), { from: 100, to: 200 });
  trace.event(heardOn, 210, [1], [true], 'e1');
  trace.open('left#2', 300);
  trace.event('left#2', 2200, [1], [true], 'e1');
}
