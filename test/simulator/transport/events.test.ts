import { describe, expect, it } from 'vitest';
import { EVENT_TOPICS, type EventTopic } from '../../../src/contract/topics.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import type { DeviceStimuli } from '../../../src/simulator/device/device.js';
import { connectPeer } from './peer.js';
import { DIALECTS } from '../dialect-named.js';
import { simulate } from './simulated.js';

/** What the world does to a device, so that the event follows. */
const CAUSES: Readonly<Record<EventTopic, (stimuli: DeviceStimuli) => unknown>> = {
  'device.connection.offline': (stimuli) => stimuli.dropLink(),
  'device.connection.online': (stimuli) => {
    stimuli.dropLink();
    stimuli.restoreLink();
  },
  'device.state.changed': (stimuli) => stimuli.setInput(2, true),
  'device.power.lost': (stimuli) => stimuli.cutPower(),
  'device.power.restored': (stimuli) => {
    stimuli.cutPower();
    stimuli.restorePower();
  },
  'device.rs485.received': (stimuli) => stimuli.injectRs485('c0ffee'),
};

function deviceOf({ shapes }: Dialect, topic: EventTopic, data: unknown): unknown {
  if (topic === 'device.state.changed') return shapes.stateChanged.decode(data);
  return topic === 'device.rs485.received'
    ? shapes.rs485Received.decode(data)
    : shapes.deviceNotice.decode(data);
}

describe.each(DIALECTS)('in the %s dialect', (name) => {
  it.each(EVENT_TOPICS)('the event %s reaches a connection', async (topic) => {
    const simulated = simulate({ dialect: name });
    const { dialect, simulator, clock } = simulated;
    const peer = connectPeer(simulated, 'reader');
    CAUSES[topic](simulator.fleet.get('bench-01')!.stimuli);
    await clock.advance(60_000);
    const events = peer.frames.map((frame) => dialect.shapes.wsEvent.decode(frame));
    const event = events.find((each) => each.ok && each.value.topic === topic);
    expect(event).toMatchObject({ ok: true, value: { topic, data: expect.anything() as unknown } });
    const data = event?.ok ? event.value.data : undefined;
    expect(deviceOf(dialect, topic, data)).toMatchObject({ ok: true, value: { deviceId: 'bench-01' } });
  });
});
