// The RS485 port of a device with the line and what hangs on it. Half duplex: whatever is on the line while
// the port waits is its response, and whatever comes when it does not wait is unsolicited.
import type { Clock } from '../../../kernel/clock.js';
import type { DeviceInfluences, Rs485Answer } from '../influences.js';
import { garbled, heard } from './garble.js';
import { createLine, lineTime } from './line.js';
import type { Peripheral } from './peripheral.js';
import { createPeripheral } from './registry.js';
import type { Rs485Spec } from './rs485-spec.js';
import { createSpontaneous } from './spontaneous.js';

export interface Bus {
  baudRate: number;
  /** How long a request of so many bytes occupies the line, in ms. */
  timeFor(bytes: number): number;
  /** Sends and waits; `finish` gets the response, or nothing when the wait is over. */
  transceive(request: Uint8Array, timeout: number, finish: (response: Uint8Array | undefined) => void): void;
  /** A peripheral speaks unasked, from now on. */
  inject(bytes: Uint8Array): void;
  /** Whether somebody could hear peripherals that speak by themselves. */
  watch(on: boolean): void;
  /** The device has stopped: it no longer waits for anything. */
  reset(): void;
}

export interface BusOptions {
  readonly spec: Rs485Spec;
  readonly clock: Clock;
  readonly seed: number;
  readonly label: string;
  readonly origin: number;
  readonly influences: DeviceInfluences;
  /** Bytes that no transceive waits for. */
  readonly onUnsolicited: (bytes: Uint8Array) => void;
}

export function createBus(options: BusOptions): Bus {
  const { spec, clock, seed, label, origin, influences, onUnsolicited } = options;
  const line = createLine(clock);
  const peripherals = spec.peripherals.map((each, at) =>
    createPeripheral(each, { seed, label: `${label}/${at}`, origin }),
  );
  let waiting: ((response: Uint8Array) => void) | undefined;
  let sending = 0;
  /** Reasons to let chatty peripherals speak: a listener, a transceive. */
  let ears = 0;

  const receive = (sent: Uint8Array, rate: number, collided: boolean): void => {
    const now = clock.now();
    const clear = heard(sent, rate, bus.baudRate, { seed, label: `${label}/port` }, now);
    const bytes = collided ? garbled(clear, clear.length, { seed, label: `${label}/collision` }, now) : clear;
    // Half duplex: the port does not listen while it speaks.
    if (bytes.length === 0 || sending > 0) return;
    if (waiting) waiting(bytes);
    else onUnsolicited(bytes);
  };
  /** A peripheral's bytes go on the line, if the world lets them. */
  const speak = (answer: Rs485Answer, rate: number): void => {
    const left = influences.rs485(answer, clock.now());
    if (!left || left.bytes.length === 0) return;
    const send = (): void =>
      line.send(lineTime(left.bytes.length, rate, spec.format), (collided) =>
        receive(left.bytes, rate, collided),
      );
    if (left.delay > 0) clock.setTimer('rs485 answer', left.delay, send);
    else send();
  };
  const rateOf = (peripheral: Peripheral): number => peripheral.baudRate ?? spec.baudRate;
  const deliver = (request: Uint8Array, rate: number, collided: boolean): void => {
    const now = clock.now();
    for (const [at, peripheral] of peripherals.entries()) {
      const chance = { seed, label: `${label}/${at}` };
      const clear = heard(request, rate, rateOf(peripheral), chance, now);
      const frame = collided ? garbled(clear, clear.length, chance, now) : clear;
      const answer = frame.length > 0 ? peripheral.answer(frame, now) : undefined;
      if (answer) speak({ ...answer, solicited: true }, rateOf(peripheral));
    }
  };

  const voices = peripherals.map((peripheral) =>
    createSpontaneous(peripheral, clock, origin, (bytes) =>
      speak({ bytes, delay: 0, solicited: false }, rateOf(peripheral)),
    ),
  );
  const hearken = (on: boolean): void => {
    ears += on ? 1 : -1;
    if (ears === 1 && on) voices.forEach((voice) => voice.start());
    if (ears === 0) voices.forEach((voice) => voice.stop());
  };
  let watched = false;

  const bus: Bus = {
    baudRate: spec.baudRate,
    timeFor: (bytes) => lineTime(bytes, bus.baudRate, spec.format),
    transceive: (request, timeout, finish) => {
      hearken(true);
      const end = (response: Uint8Array | undefined): void => {
        if (waiting === end) waiting = undefined;
        overdue.cancel();
        hearken(false);
        finish(response);
      };
      const duration = bus.timeFor(request.length);
      const rate = bus.baudRate;
      sending++;
      line.send(duration, (collided) => {
        sending--;
        waiting = end;
        deliver(request, rate, collided);
      });
      const overdue = clock.setTimer('rs485 wait', duration + timeout, () => end(undefined));
    },
    inject: (bytes) => speak({ bytes, delay: 0, solicited: false }, bus.baudRate),
    watch: (on) => {
      if (on === watched) return;
      watched = on;
      hearken(on);
    },
    reset: () => {
      waiting = undefined;
    },
  };
  return bus;
}
