import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { texts } from '../../src/simulator/edge/helpers.js';
import { startRig } from './control/rig.js';

/** A bug that shows when somebody sends the word for it. */
const broken = texts(() => ({
  received: (text, pass) => {
    if (text.includes('trip')) throw new Error('tripped over');
    pass();
  },
}));

const PING = '{"type":"request","topic":"session.ping","requestId":"r1","data":{}}';

async function rigWithBug() {
  const rig = await startRig({ edges: [broken] });
  const open = async (): Promise<WebSocket> => {
    const { body } = await rig.service('POST', '/ws/ticket');
    const { url = '' } = rig.simulator;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/svc/v1/ws?ticket=${body.data.ticket}`);
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once('open', resolve));
    return socket;
  };
  return { ...rig, open };
}

describe('a failure of the simulator itself', () => {
  it('ends the session that it befalls with 1011, and no other', async () => {
    const { open } = await rigWithBug();
    const [one, other] = [await open(), await open()];
    const closed = new Promise((resolve) => one.once('close', resolve));
    one.send('trip');
    expect(await closed).toBe(1011);
    const reply = new Promise((resolve) =>
      other.once('message', (data) => resolve((data as Buffer).toString())),
    );
    other.send(PING);
    expect(await reply).toContain('SUCCESS');
  });

  it('is in the journal, and counted', async () => {
    const { open, control, simulator } = await rigWithBug();
    const socket = await open();
    socket.send('trip');
    await new Promise((resolve) => socket.once('close', resolve));
    const { records } = (await control('GET', '/journal?kind=bug')).body;
    expect(records).toMatchObject([{ kind: 'bug', message: 'Error: tripped over' }]);
    expect((await control('GET', '/metrics')).text).toMatch(/^conform_bugs_total 1$/m);
    simulator.onBug(new Error('x'.repeat(10_000)));
    const [newest] = simulator.journal.records({ kinds: ['bug'] }).slice(-1);
    expect(JSON.stringify(newest).length).toBeLessThan(1000);
  });

  it('in one connection does not keep an event from the others', async () => {
    const deaf = texts(({ id }) => ({
      sent: (text, pass) => {
        if (text.includes('"type":"event"') && id === 'ws-1') throw new Error('cannot send');
        pass();
      },
    }));
    const rig = await startRig({ edges: [deaf] });
    const events: string[] = [];
    const sockets: WebSocket[] = [];
    for (let at = 0; at < 2; at++) {
      const { body } = await rig.service('POST', '/ws/ticket');
      const { url = '' } = rig.simulator;
      const socket = new WebSocket(`${url.replace('http', 'ws')}/svc/v1/ws?ticket=${body.data.ticket}`);
      onTestFinished(() => socket.terminate());
      await new Promise((resolve) => socket.once('open', resolve));
      sockets.push(socket);
    }
    const [one, other] = sockets as [WebSocket, WebSocket];
    const closed = new Promise((resolve) => one.once('close', resolve));
    const heard = new Promise((resolve) =>
      other.once('message', (data) => resolve(events.push((data as Buffer).toString()))),
    );
    rig.simulator.device('plant-1')?.stimuli.cutPower();
    await rig.clock.advance(1);
    expect(await closed).toBe(1011);
    await heard;
    expect(events[0]).toContain('device.power.lost');
  });
});
