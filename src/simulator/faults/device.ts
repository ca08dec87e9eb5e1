// Faults of devices: their link, their power, their relays, inputs and readings, and how long they take.
import { spanSchema } from '../../document/duration.js';
import { formatDuration } from '../../kernel/duration.js';
import type { DevicePlaces, OperationKind } from '../device/places.js';
import type { Edge } from '../edge/edge.js';
import type { FaultSite } from './engine/site.js';
import { faultsOf, type FaultType } from './fault.js';
import { type Delay, delay, drawDelay } from './scalars.js';
import * as z from 'zod';

// Which channels a fault of sensors applies to. Each channel is one occasion, however often it is read.

const channels = z
  .array(z.union([z.string().min(1), z.int().min(1)]))
  .min(1)
  .optional()
  .describe('Keys of sensors and indices of analog inputs; all of both when absent');

/** What is read of a channel on which the fault acts. */
type ChangedReading = (id: string | number, ...given: Parameters<DevicePlaces['reading']>) => number;

/**
 * Changes what is read of channels; the trigger decides on each when it is read for the first time.
 * @param start called once for each device.
 */
function changingReadings(
  site: FaultSite,
  chosen: readonly (string | number)[] | undefined,
  effect: string,
  start: () => ChangedReading,
): Pick<Edge, 'device'> {
  return {
    device: ({ deviceId }) => {
      const hit = new Map<string, boolean>();
      const change = start();
      const acts = (name: string): boolean => {
        const firing = site.fire({ what: `${name} of ${deviceId}`, deviceId });
        firing?.note(effect);
        return firing !== undefined;
      };
      return {
        reading: (channel, value, now, at, next) => {
          const id = channel.kind === 'sensor' ? channel.key : channel.index;
          if (chosen && !chosen.includes(id)) return next(channel, value, now, at);
          const name = channel.kind === 'sensor' ? `sensor ${id}` : `analog input ${id}`;
          const isHit = hit.get(name) ?? acts(name);
          hit.set(name, isHit);
          return next(channel, isHit ? change(id, channel, value, now, at) : value, now, at);
        },
      };
    },
  };
}

/** Reads all channels of the devices that are in use, so that the fault begins there now; others begin when read. */
function readAll(site: FaultSite): void {
  for (const device of site.world.fleet.made()) {
    if (site.selects({ deviceId: device.deviceId })) device.peripherals();
  }
}

// Which kinds of operations a fault applies to.

const KINDS = ['refresh', 'control', 'config', 'transceive'] as const satisfies readonly OperationKind[];

/** All kinds when absent. */
const operationKinds = z
  .array(z.enum(KINDS))
  .min(1)
  .default([...KINDS])
  .describe('Which acts it hits; all of them when absent');

// What offline, flapping and power-cut share: devices that lose link or power, once or repeatedly.

interface OutagesOptions {
  readonly site: FaultSite;
  readonly what: keyof typeof WORDS;
  /** How long one lasts; until the fault ends when absent. */
  readonly outage?: Delay | undefined;
  /** From the end of one to the next; only one when absent. */
  readonly pause?: Delay | undefined;
}

/** For the journal. */
const WORDS = {
  link: { lost: 'link dropped', back: 'link restored' },
  power: { lost: 'power cut', back: 'power restored' },
};

/** Each outage of each device is an occasion. */
function createOutages({ site, what, outage, pause }: OutagesOptions): Edge {
  const { lost, back } = WORDS[what];
  const releases = new Map<string, () => void>();

  const restore = (deviceId: string): void => {
    const release = releases.get(deviceId);
    if (!release) return;
    releases.delete(deviceId);
    release();
    site.over(back, deviceId);
  };
  const strike = (deviceId: string): void => {
    const firing = site.fire({ what: deviceId, deviceId });
    if (firing) {
      releases.set(deviceId, site.grips[what](deviceId));
      firing.note(lost);
    }
    if (outage === undefined) return;
    site.after(drawDelay(outage, site.random), () => {
      restore(deviceId);
      if (pause !== undefined) site.after(drawDelay(pause, site.random), () => strike(deviceId));
    });
  };

  return {
    begin: () => {
      for (const { deviceId } of site.devices()) strike(deviceId);
    },
    end: () => {
      for (const deviceId of [...releases.keys()]) restore(deviceId);
    },
  };
}

// A sensor whose error grows with time.

const MINUTE = 60_000;

const fault = faultsOf('device', { occasion: 'operation', selects: ['device', 'profile'] });

export const DEVICE_FAULTS: readonly FaultType[] = [
  // The link between a device and the service is down.
  fault('offline', {
    summary: 'Devices lose their link to the service and get it back when the fault ends.',
    occasion: 'device',
    everywhere: true,
    because: 'Devices may disconnect at any time; the offline event says so.',
    start: (_, site) => createOutages({ site, what: 'link' }),
  }),
  // The link of a device is lost and restored repeatedly.
  fault('flapping', {
    summary: 'Devices lose their link and get it back, again and again.',
    occasion: 'drop',
    everywhere: true,
    parameters: z.strictObject({
      down: delay().prefault('2s').describe('How long the link is down'),
      up: delay().prefault('5s').describe('How long it is up again before the next drop'),
    }),
    because: 'Devices may connect and disconnect at any time; events say so.',
    start: ({ down, up }, site) => createOutages({ site, what: 'link', outage: down, pause: up }),
  }),
  // The supply of a device is cut: once, or as a brown-out that comes again.
  fault('power-cut', {
    summary: 'Devices lose their power; what follows is up to their hold-up and boot times.',
    occasion: 'cut',
    everywhere: true,
    parameters: z
      .strictObject({
        outage: delay().optional().describe('How long a cut lasts; until the fault ends when absent'),
        again: delay().optional().describe('From the end of a cut to the next; only one when absent'),
      })
      .refine(({ outage, again }) => again === undefined || outage !== undefined, {
        error: 'needs `outage`: a cut that does not end cannot come again',
        path: ['again'],
      }),
    because: 'Devices may lose power at any time; the power events say so.',
    start: ({ outage, again }, site) => createOutages({ site, what: 'power', outage, pause: again }),
  }),
  // A device that is online and does not answer.
  fault('unresponsive', {
    summary: 'Devices do not answer; what they were asked for is not done, or done without a word.',
    parameters: z.strictObject({
      executes: z.boolean().default(false).describe('Whether the device does what it does not answer for'),
      operations: operationKinds,
      timeout: spanSchema()
        .optional()
        .describe('How long the service waits for an answer; default: as long as it always does'),
    }),
    because: 'A command that the device does not answer ends as TIMEOUT, and a refresh is refused.',
    start: ({ executes, operations, timeout }, site) => ({
      device: ({ deviceId }) => ({
        answerTimeout: (nominal, next) => timeout ?? next(nominal),
        answering: (kind, next) => {
          if (!operations.includes(kind)) return next(kind);
          const firing = site.fire({ what: `${kind} on ${deviceId}`, deviceId });
          firing?.note(executes ? 'carried out and not answered' : 'not heard');
          // The first silence counts, and each fault has had its occasion.
          const others = next(kind);
          if (!firing) return others;
          return executes ? 'mute' : 'deaf';
        },
      }),
    }),
  }),
  // A device whose operations take longer.
  fault('slow', {
    summary: 'Devices take longer for what they do: always the same, within bounds, or log-normal.',
    parameters: z.strictObject({
      delay: delay().describe('How much longer an operation takes'),
      operations: operationKinds,
    }),
    because: 'The interface states no time in which a device answers; others meet DEVICE_BUSY meanwhile.',
    start: (parameters, site) => ({
      device: ({ deviceId }) => ({
        operationTime: (nominal, kind, next) => {
          if (!parameters.operations.includes(kind)) return next(nominal, kind);
          const firing = site.fire({ what: `${kind} on ${deviceId}`, deviceId });
          if (!firing) return next(nominal, kind);
          const extra = drawDelay(parameters.delay, site.random);
          firing.note(`takes ${formatDuration(extra)} longer`);
          return next(nominal + extra, kind);
        },
      }),
    }),
  }),
  // A relay whose contact no longer follows its coil, so that the reported state and the true one differ.
  fault('stuck-relay', {
    summary: 'The contact of a relay stays where it is while the device reports what it was told.',
    occasion: 'switching',
    parameters: z.strictObject({
      relays: z.array(z.int().min(1)).min(1).optional().describe('Indices; all relays when absent'),
      at: z
        .enum(['here', 'open', 'closed'])
        .default('here')
        .describe('Where the contact sticks: where it is, or where it jumps to when the fault begins'),
    }),
    because: 'A relay command succeeds, and the relay is not in the state that was asked for.',
    breaks: ['relay.effect'],
    start: ({ relays, at }, site) => ({
      device: ({ deviceId }) => {
        /** The last command that had no effect on a relay; the same command again is not a new occasion. */
        const refused = new Map<number, boolean>();
        const whereItGoes = (relay: number, commanded: boolean, closed: boolean): boolean => {
          if (relays && !relays.includes(relay)) return commanded;
          const place = at === 'here' ? closed : at === 'closed';
          if (commanded === place) {
            refused.delete(relay);
            return commanded;
          }
          if (refused.get(relay) === commanded) return place;
          const firing = site.fire({ what: `relay ${relay} of ${deviceId}`, deviceId });
          if (!firing) return commanded;
          refused.set(relay, commanded);
          firing.note(
            `contact stays ${place ? 'closed' : 'open'}, the coil is told ${commanded ? 'on' : 'off'}`,
          );
          return place;
        };
        return {
          contact: (relay, commanded, closed, next) =>
            next(relay, whereItGoes(relay, commanded, closed), closed),
        };
      },
    }),
  }),
  // A worn contact in front of a digital input.
  fault('bouncing-input', {
    summary: 'Each edge of a digital input bounces; longer than the debounce time, and events follow.',
    occasion: 'edge',
    parameters: z.strictObject({
      inputs: z.array(z.int().min(1)).min(1).optional().describe('Indices; all inputs when absent'),
      bounces: z.int().min(1).max(100).default(3).describe('How often the contact leaves its new level'),
      within: spanSchema().prefault('200ms').describe('How long it bounces'),
    }),
    because: 'The input does change; an event for each change is what is stated.',
    start: ({ inputs, bounces, within }, site) => ({
      device: ({ deviceId }) => ({
        bounce: (input, offsets, next) => {
          if (inputs && !inputs.includes(input)) return next(input, offsets);
          const firing = site.fire({ what: `edge of input ${input} of ${deviceId}`, deviceId });
          if (!firing) return next(input, offsets);
          // Each bounce has two moments: the contact leaves its position, and returns to it.
          const extra = Array.from({ length: 2 * bounces }, () => within * site.random.fraction());
          firing.note(`bounces ${bounces} times within ${within} ms`);
          return next(
            input,
            [...offsets, ...extra].toSorted((a, b) => a - b),
          );
        },
      }),
    }),
  }),
  fault('drifting-sensor', {
    summary: 'Sensors and analog inputs read more and more beside the truth.',
    occasion: 'channel',
    parameters: z.strictObject({
      channels,
      perMinute: z.number().default(1).describe('How far a reading drifts in a minute, in its own unit'),
      most: z.number().positive().optional().describe('Where the drift stops'),
    }),
    because: 'The service reports what the device reads, which is not the state of that moment.',
    breaks: ['devices.detail-is-live'],
    start: ({ channels: chosen, perMinute, most = Infinity }, site) =>
      changingReadings(site, chosen, `drifts by ${perMinute} a minute`, () => (_, __, value, now) => {
        const drift = (perMinute * (now - site.beganAt)) / MINUTE;
        return Number((value + Math.max(-most, Math.min(most, drift))).toFixed(6));
      }),
  }),
  // A sensor that keeps reading the same value.
  fault('frozen-sensor', {
    summary: 'Sensors and analog inputs keep showing the value that they had when the fault began.',
    occasion: 'channel',
    parameters: z.strictObject({ channels }),
    because: 'The service reports what the device reads, which is not the state of that moment.',
    breaks: ['devices.detail-is-live'],
    start: (parameters, site) => ({
      begin: () => readAll(site),
      ...changingReadings(site, parameters.channels, 'frozen', () => {
        const values = new Map<string | number, number>();
        return (id, _, __, ___, at) => {
          const kept = values.get(id) ?? at(site.beganAt);
          values.set(id, kept);
          return kept;
        };
      }),
    }),
  }),
];
