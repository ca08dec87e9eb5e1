import { describe, expect, it } from 'vitest';
import { lineTime } from '../../../../src/simulator/device/rs485/bus.js';
import type { PeripheralSpec, Rs485Spec } from '../../../../src/simulator/device/schema/profile.js';
import { type Bench, type BenchOptions, createBench, setBaudRate, transceive } from '../bench.js';

/** At 10,000 bit/s a byte of ten bits takes a millisecond. */
const RATE = 10_000;

function createBus(peripherals: readonly PeripheralSpec[], options?: BenchOptions): Bench {
  const rs485: Rs485Spec = { baudRate: RATE, parity: 'none', stopBits: 1, peripherals };
  return createBench({ rs485 }, options);
}

const echo = (delay: number, parts: { baudRate?: number; prefix?: string } = {}): PeripheralSpec => ({
  kind: 'echo',
  delay,
  prefix: '',
  ...parts,
});

describe('the line', () => {
  it.each([
    [1, 9600, 'none', 1, 1.0417],
    [8, 9600, 'none', 1, 8.3333],
    [8, 9600, 'even', 1, 9.1667],
    [100, 115_200, 'none', 1, 8.6806],
    [1, 300, 'odd', 2, 40],
  ] as const)('carries %i bytes at %i bit/s with parity %s and %i stop bits within %f ms', (...row) => {
    const [bytes, baudRate, parity, stopBits, expected] = row;
    expect(lineTime(bytes, baudRate, { parity, stopBits })).toBeCloseTo(expected, 4);
  });
});

describe('a transceive', () => {
  it('takes the time of the request, of the peripheral and of the response', async () => {
    const { clock, device, run, log } = createBus([echo(5)]);
    expect(await run(device.perform(transceive('010203')))).toEqual({
      kind: 'done',
      value: { data: '010203' },
    });
    expect(clock.now()).toBe(3 + 5 + 3);
    expect(device.physical().executions).toBe(1);
    expect(log).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it('gives up when the wait is over, which counts from the end of the request', async () => {
    const { clock, device, run, log } = createBus([{ kind: 'silent' }]);
    expect(await run(device.perform(transceive('0102', 100)))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(102);
    expect(log).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it('waits for the time of the device when it names none', async () => {
    const { clock, device, run } = createBus([]);
    expect(await run(device.perform(transceive('01')))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(1001);
  });

  it('takes a response whose last byte comes a millisecond before the end of the wait', async () => {
    const { clock, device, run, story } = createBus([echo(97)]);
    expect(await run(device.perform(transceive('0102', 100)))).toMatchObject({ kind: 'done' });
    expect(clock.now()).toBe(101);
    expect(story()).toEqual([]);
  });

  it.each([98, 99])(
    'is over when the last byte comes after %i + 2 ms; the bytes are unsolicited',
    async (delay) => {
      const { clock, device, run, story } = createBus([echo(delay)]);
      expect(await run(device.perform(transceive('0102', 100)))).toEqual({ kind: 'timeout' });
      expect(clock.now()).toBe(102);
      await clock.advance(100);
      expect(story()).toEqual([`${4 + delay} received 0102`]);
    },
  );

  it('sends nothing when the request is empty', async () => {
    const { clock, device, run } = createBus([echo(0)]);
    expect(await run(device.perform(transceive('', 50)))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(50);
  });

  it('takes a late answer to the one before as its own, as a real master does', async () => {
    const { clock, device, run, story } = createBus([echo(150)]);
    expect(await run(device.perform(transceive('aaaa', 100)))).toEqual({ kind: 'timeout' });
    expect(await run(device.perform(transceive('bbbb', 100)))).toEqual({
      kind: 'done',
      value: { data: 'aaaa' },
    });
    await clock.advance(200);
    expect(story()).toEqual(['256 received bbbb']);
  });

  it('is not answered by a peripheral that it does not address', async () => {
    const { device, run } = createBus([
      echo(5, { prefix: 'aa' }),
      echo(5, { prefix: 'bb' }),
      { kind: 'silent' },
    ]);
    expect(await run(device.perform(transceive('bb01')))).toEqual({ kind: 'done', value: { data: 'bb01' } });
    expect(await run(device.perform(transceive('cc01')))).toEqual({ kind: 'timeout' });
  });

  it('hears garbage when two peripherals answer at once', async () => {
    const { device, run, story, clock } = createBus([echo(5), echo(6)]);
    const outcome = await run(device.perform(transceive('0102030405')));
    expect(outcome).toMatchObject({ kind: 'done', value: { data: expect.stringMatching(/^[0-9a-f]{10}$/) } });
    expect(outcome).not.toMatchObject({ value: { data: '0102030405' } });
    await clock.advance(100);
    expect(story()).toHaveLength(1);
  });

  it('loses its answer with the link, and with the power', async () => {
    for (const stimulus of ['dropLink', 'cutPower'] as const) {
      const { clock, device, run, log } = createBus([echo(500)]);
      const work = device.perform(transceive('01'));
      await clock.advance(100);
      device.stimuli[stimulus]();
      expect(await run(work)).toEqual({ kind: 'timeout' });
      expect(log.map(({ event }) => event.kind)).not.toContain('rs485-received');
      await clock.advance(10_000);
      expect(clock.pending()).toEqual([]);
    }
  });
});

describe('unsolicited data', () => {
  it('takes its time on the line and becomes an event', async () => {
    const { clock, device, story } = createBus([]);
    expect(device.stimuli.injectRs485('C0FFEE')).toBe(true);
    await clock.advance(2);
    expect(story()).toEqual([]);
    await clock.advance(1);
    expect(story()).toEqual(['3 received c0ffee']);
  });

  it('is refused when it is no hex, or there is no port', () => {
    expect(createBus([]).device.stimuli.injectRs485('xyz')).toBe(false);
    expect(createBench({}).device.stimuli.injectRs485('00')).toBe(false);
  });

  it('is lost while the device is offline', async () => {
    const { clock, device, story } = createBus([]);
    device.stimuli.dropLink();
    device.stimuli.injectRs485('01');
    await clock.advance(10);
    device.stimuli.restoreLink();
    await clock.advance(10);
    expect(story()).toEqual(['0 offline', '10 online']);
  });

  it('during a wait is the response, and spoils nothing', async () => {
    const { clock, device, run, log } = createBus([{ kind: 'silent' }]);
    const work = device.perform(transceive('0102', 100));
    await clock.advance(50);
    device.stimuli.injectRs485('ff');
    expect(await run(work)).toEqual({ kind: 'done', value: { data: 'ff' } });
    expect(log).toEqual([]);
  });

  it('that meets the request on the line is lost, and spoils the request', async () => {
    const { clock, device, run, log } = createBus([
      { kind: 'scripted', rules: [{ request: '01 02', response: '03', delay: 0 }] },
    ]);
    const work = device.perform(transceive('0102', 100));
    await clock.advance(1);
    device.stimuli.injectRs485('ff');
    expect(await run(work)).toMatchObject({ kind: 'timeout' });
    expect(log.map(({ at }) => at)).toEqual([]);
  });
});

describe('frames on the line', () => {
  it('that end while the port speaks are lost, and spoil what it says', async () => {
    const { clock, device, run, log } = createBus([echo(5, { prefix: 'aa' })]);
    device.stimuli.injectRs485('010203');
    await clock.advance(1);
    expect(await run(device.perform(transceive('aabbccddee', 100)))).toEqual({ kind: 'timeout' });
    expect(log).toEqual([]);
  });

  it('that follow each other without a gap do not spoil each other', async () => {
    const { clock, device, run, story } = createBus([echo(5)]);
    const work = device.perform(transceive('0102'));
    await clock.advance(5);
    device.stimuli.injectRs485('ffff');
    expect(await run(work)).toEqual({ kind: 'done', value: { data: 'ffff' } });
    await clock.advance(10);
    expect(story()).toEqual(['9 received 0102']);
  });

  it('that come after a restart are not the response to what was asked before it', async () => {
    const { clock, device, run, story } = createBench({
      rs485: { baudRate: RATE, parity: 'none', stopBits: 1, peripherals: [] },
      power: { holdUp: 0, boot: 10 },
    });
    const work = device.perform(transceive('01'));
    await clock.advance(100);
    device.stimuli.cutPower();
    await clock.advance(1);
    device.stimuli.restorePower();
    await clock.advance(99);
    device.stimuli.injectRs485('ff');
    expect(await run(work)).toEqual({ kind: 'timeout' });
    expect(story().slice(-2)).toEqual(['111 online', '201 received ff']);
  });
});

describe('a chatty peripheral', () => {
  const chatty: PeripheralSpec = { kind: 'chatty', data: '0d0a', interval: 1000 };

  it('speaks at each interval while somebody listens', async () => {
    const { clock, log } = createBus([chatty]);
    await clock.advance(5000);
    const times = log.map(({ at }) => at);
    expect(times).toHaveLength(5);
    expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(log[0]?.event).toEqual({ kind: 'rs485-received', data: '0d0a' });
  });

  it('rests while nobody does, and then speaks at the same moments', async () => {
    const heard = createBus([chatty]);
    const late = createBus([chatty], { listen: false });
    expect(late.clock.pending()).toEqual([]);
    await heard.clock.advance(10_000);
    await late.clock.advance(6000);
    const times: number[] = [];
    const stop = late.device.listen(() => times.push(late.clock.now()));
    await late.clock.advance(4000);
    expect(times).toEqual(heard.log.map(({ at }) => at).filter((at) => at > 6000));
    stop();
    expect(late.clock.pending()).toEqual([]);
  });

  it('is the response to a transceive that waits long enough, listener or not', async () => {
    const { clock, device, run } = createBus([chatty], { listen: false });
    expect(await run(device.perform(transceive('01', 2000)))).toEqual({
      kind: 'done',
      value: { data: '0d0a' },
    });
    expect(clock.pending()).toEqual([]);
  });

  it('is heard no more once the device is off', async () => {
    const { clock, device, log } = createBus([chatty]);
    device.stimuli.cutPower();
    await clock.advance(200);
    log.length = 0;
    expect(clock.pending()).toEqual([]);
    await clock.advance(5000);
    expect(log).toEqual([]);
  });
});

describe('a baud rate', () => {
  it('that does not match garbles the request, so that a scripted peripheral keeps silent', async () => {
    const script: PeripheralSpec = {
      kind: 'scripted',
      rules: [{ request: '0102', response: '03', delay: 5 }],
    };
    const { device, run } = createBus([script]);
    await run(device.perform(setBaudRate(19_200)));
    expect(await run(device.perform(transceive('0102')))).toEqual({ kind: 'timeout' });
    await run(device.perform(setBaudRate(RATE)));
    expect(await run(device.perform(transceive('0102')))).toEqual({ kind: 'done', value: { data: '03' } });
  });

  it('that does not match garbles what comes back', async () => {
    const { device, run } = createBus([echo(5, { baudRate: 19_200 })]);
    const outcome = await run(device.perform(transceive('0102030405')));
    expect(outcome.kind).toBe('done');
    expect(outcome).not.toMatchObject({ value: { data: '0102030405' } });
  });

  it('that is off by three in a hundred does no harm', async () => {
    const { device, run } = createBus([echo(5, { baudRate: RATE * 1.03 })]);
    expect(await run(device.perform(transceive('0102')))).toMatchObject({ value: { data: '0102' } });
  });

  it('far too low hears nothing at all', async () => {
    const { device, run } = createBus([echo(5, { baudRate: 300 })]);
    expect(await run(device.perform(transceive('0102')))).toEqual({ kind: 'timeout' });
  });

  it('sets the pace of the next transceive', async () => {
    const { clock, device, run } = createBus([]);
    await run(device.perform(setBaudRate(1000)));
    const start = clock.now();
    await run(device.perform(transceive('01020304', 100)));
    expect(clock.now() - start).toBe(40 + 100);
  });
});
