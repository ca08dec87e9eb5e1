import { describe, expect, it } from 'vitest';
import { createBench, input, relay, setRelays } from './bench.js';

describe('those who listen to a device', () => {
  it('all hear each event, and one that an event causes comes after it', () => {
    const { device } = createBench({}, { listen: false });
    const heard: string[] = [];
    device.listen(({ kind }) => {
      heard.push(`first ${kind}`);
      if (kind === 'offline') device.stimuli.restoreLink();
    });
    device.listen(({ kind }) => heard.push(`second ${kind}`));
    device.stimuli.dropLink();
    expect(heard).toEqual(['first offline', 'second offline', 'first online', 'second online']);
  });

  it('hear nothing of what changed before the first of them listened', async () => {
    const { device, clock } = createBench(
      { relays: [relay(), relay()], digitalInputs: [input()] },
      { listen: false },
    );
    await clock.runUntil(device.perform(setRelays([1, 'on'])));
    device.stimuli.setInput(1, true);
    await clock.advance(1000);
    const changes: unknown[] = [];
    device.listen((event) => changes.push(event.kind === 'state-changed' ? event.changes : event.kind));
    await clock.runUntil(device.perform(setRelays([2, 'on'])));
    expect(changes).toEqual([[{ kind: 'relay', index: 2 }]]);
  });

  it('hear nothing once they have stopped, and cost nothing', async () => {
    const { device, clock } = createBench(
      { digitalInputs: [input({ pattern: { edges: [10, 20], repeat: 20 } })] },
      { listen: false },
    );
    const stop = device.listen(() => undefined);
    expect(clock.pending()).not.toEqual([]);
    stop();
    stop();
    expect(clock.pending()).toEqual([]);
  });
});
