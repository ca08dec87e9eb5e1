// The RS485 port of a device with the line and what hangs on it.
import type { Clock } from '../../../kernel/clock.js';
import type { Rs485Answer } from '../places.js';
import { type Chance, createPeripheral, garbled, heard, createVoices, type Voice } from './registry.js';
import type { ReadingSurroundings } from '../reading.js';
import type { Peripheral } from './peripheral.js';
import type { Rs485Spec, SerialFormat } from '../schema/profile.js';

export type Bus = ReturnType<typeof createBus>;

export interface BusOptions extends ReadingSurroundings {
  readonly spec: Rs485Spec;
  /** Bytes that no transceive waits for. */
  readonly onUnsolicited: (bytes: Uint8Array) => void;
}

interface Station {
  readonly peripheral: Peripheral;
  readonly baudRate: number;
  readonly chance: Chance;
}

export function createBus(options: BusOptions) {
  const { spec, clock, seed, label, origin, places, onUnsolicited } = options;
  const sendOnLine = createLine(clock);
  const port = createPort(onUnsolicited);
  const portChance = { seed, label: `${label}/port` };
  const stations = createStations(options);
  let baudRate = spec.baudRate;

  /** A peripheral's bytes go on the line, if the world lets them. */
  const speak = (said: Rs485Answer, rate: number): void => {
    const left = places().rs485(said);
    if (!left || left.bytes.length === 0) return;
    const { bytes, delay } = left;
    const send = (): void => {
      const heardBegin = port.listens();
      sendOnLine(lineTime(bytes.length, rate, spec), (collided) => {
        if (heardBegin) port.hear(received(bytes, rate, baudRate, collided, portChance, clock.now()));
      });
    };
    if (delay > 0) clock.setTimer('rs485 answer', delay, send);
    else send();
  };
  const deliver = (request: Uint8Array, rate: number, collided: boolean): void => {
    const now = clock.now();
    for (const station of stations) {
      const frame = received(request, rate, station.baudRate, collided, station.chance, now);
      const answer = frame.length > 0 ? station.peripheral.answer(frame, now) : undefined;
      if (answer) speak({ ...answer, solicited: true }, station.baudRate);
    }
  };
  const unasked = (bytes: Uint8Array, rate: number): void =>
    speak({ bytes, delay: 0, solicited: false }, rate);
  const voices = createVoices(voicesOf(stations, unasked), clock, origin);
  const timeFor = (bytes: number): number => lineTime(bytes, baudRate, spec);

  return {
    get baudRate() {
      return baudRate;
    },
    set baudRate(rate: number) {
      baudRate = rate;
    },
    /** How long a request of so many bytes occupies the line, in ms. */
    timeFor,
    /** Sends and waits; `finish` gets the response, or nothing when the wait is over. */
    transceive: (request: Uint8Array, timeout: number, finish: (response?: Uint8Array) => void): void => {
      const end = (response?: Uint8Array): void => {
        port.stop(end);
        voices.leave();
        overdue.cancel();
        finish(response);
      };
      const rate = baudRate;
      const duration = timeFor(request.length);
      voices.attend();
      port.speak();
      sendOnLine(duration, (collided) => {
        port.wait(end);
        deliver(request, rate, collided);
      });
      const overdue = clock.setTimer('rs485 wait', duration + timeout, () => end());
    },
    /** A peripheral speaks unasked, from now on. */
    inject: (bytes: Uint8Array): void => unasked(bytes, baudRate),
    /** Whether somebody could hear peripherals that speak by themselves. */
    watch: voices.watch,
    reset: port.reset,
  };
}

function createStations({ spec, seed, label, origin }: BusOptions): Station[] {
  return spec.peripherals.map((each, at) => {
    const chance = { seed, label: `${label}/${at}` };
    const peripheral = createPeripheral(each, { ...chance, origin });
    return { peripheral, baudRate: peripheral.baudRate ?? spec.baudRate, chance };
  });
}

function voicesOf(stations: readonly Station[], say: (bytes: Uint8Array, rate: number) => void): Voice[] {
  return stations.flatMap(({ peripheral: { spontaneous }, baudRate }) =>
    spontaneous ? [{ ...spontaneous, say: () => say(spontaneous.bytes, baudRate) }] : [],
  );
}

/** What one end makes of the bytes of the other. */
function received(
  bytes: Uint8Array,
  sentAt: number,
  heardAt: number,
  collided: boolean,
  chance: Chance,
  now: number,
): Uint8Array {
  const frame = heard(bytes, sentAt, heardAt, chance, now);
  return collided ? garbled(frame, frame.length, chance, now) : frame;
}

// The pair of wires: bytes take their time, and two who speak at once spoil each other.

/** How long so many bytes occupy the line, in ms. */
export function lineTime(bytes: number, baudRate: number, { parity, stopBits }: SerialFormat): number {
  const bits = 1 + 8 + (parity === 'none' ? 0 : 1) + stopBits;
  return (bytes * bits * 1000) / baudRate;
}

interface Transmission {
  readonly end: number;
  collided: boolean;
}

/** Occupies the line from now on; `arrive` is called at the last byte. */
function createLine(clock: Clock): (duration: number, arrive: (collided: boolean) => void) => void {
  const running = new Set<Transmission>();
  return (duration, arrive) => {
    const now = clock.now();
    const sent: Transmission = { end: now + duration, collided: false };
    for (const other of running) {
      if (other.end <= now) continue;
      other.collided = true;
      sent.collided = true;
    }
    running.add(sent);
    clock.setTimer('rs485 line', duration, () => {
      running.delete(sent);
      arrive(sent.collided);
    });
  };
}

// The device's end of the line. Half duplex: what is on the line while the port waits is its response, what
// comes while it speaks is lost, and all else is unsolicited.

function createPort(onUnsolicited: (frame: Uint8Array) => void) {
  let speaking = 0;
  let waiting: ((frame: Uint8Array) => void) | undefined;
  return {
    /** The port speaks from now on, and does not listen. */
    speak: (): void => {
      speaking++;
    },
    /** It has spoken, and waits; `take` gets the first frame that arrives. */
    wait: (take: (frame: Uint8Array) => void): void => {
      speaking--;
      waiting = take;
    },
    /** It waits no longer for this. */
    stop: (take: (frame: Uint8Array) => void): void => {
      if (waiting === take) waiting = undefined;
    },
    /** False while the port speaks: what begins now is lost. */
    listens: (): boolean => speaking === 0,
    /** A frame has arrived that began while the port listened. */
    hear: (frame: Uint8Array): void => {
      if (speaking > 0 || frame.length === 0) return;
      if (waiting) waiting(frame);
      else onUnsolicited(frame);
    },
    /** The device has stopped: it no longer waits for anything. */
    reset: (): void => {
      waiting = undefined;
    },
  };
}
