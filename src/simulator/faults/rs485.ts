// Faults of the RS485 bus: what becomes of the bytes that a peripheral sends.
import { formatDuration } from '../../kernel/duration.js';
import { toHex } from '../../kernel/hex.js';
import type { Rs485Answer } from '../device/places.js';
import type { Edge } from '../edge/edge.js';
import type { FaultSite } from './engine/site.js';
import { faultsOf, type FaultType, recurring } from './fault.js';
import { delay, drawDelay } from './scalars.js';
import * as z from 'zod';

// What the faults of RS485 answers share: each answer of a peripheral is an occasion. Unsolicited
// bytes of peripherals are not changed, and neither are those that the fault `rs485-noise` puts on the line.

/** What is left of the answer, and what happened to it in words. */
interface ChangedAnswer {
  readonly answer: Rs485Answer | undefined;
  readonly effect: string;
}

function changeAnswers(site: FaultSite, change: (answer: Rs485Answer) => ChangedAnswer): Edge {
  return {
    device: ({ deviceId }) => ({
      rs485: (answer, next) => {
        if (!answer.solicited) return next(answer);
        const firing = site.fire({ what: `RS485 answer to ${deviceId}`, deviceId });
        if (!firing) return next(answer);
        const { answer: left, effect } = change(answer);
        firing.note(effect);
        return left && next(left);
      },
    }),
  };
}

const fault = faultsOf('rs485', { occasion: 'answer', selects: ['device', 'profile'] });

export const RS485_FAULTS: readonly FaultType[] = [
  // Peripherals do not answer.
  fault('rs485-mute', {
    summary: 'Answers of RS485 peripherals never reach the device.',
    because: 'A transceive that nobody answers ends as TIMEOUT (rs485.timeout).',
    start: (_, site) => changeAnswers(site, () => ({ answer: undefined, effect: 'lost' })),
  }),
  // Some bytes of an answer arrive as others.
  fault('rs485-garble', {
    summary: 'Bytes in the answers of RS485 peripherals are changed on the way.',
    parameters: z.strictObject({
      bytes: z.int().min(1).default(1).describe('How many bytes are changed; all of a shorter answer'),
    }),
    because: 'The service returns the bytes that arrived, which are not those that the peripheral has sent.',
    breaks: ['rs485.transceive'],
    start: ({ bytes: wanted }, site) =>
      changeAnswers(site, (answer) => {
        const bytes = Uint8Array.from(answer.bytes);
        const places = Array.from(bytes, (_, at) => at);
        const count = Math.min(wanted, bytes.length);
        for (let nth = 0; nth < count; nth++) {
          const drawn = site.random.integer(nth, places.length - 1);
          const place = places[drawn] ?? 0;
          places[drawn] = places[nth] ?? 0;
          // At least one bit is flipped.
          bytes[place] = (bytes[place] ?? 0) ^ site.random.integer(1, 255);
        }
        return { answer: { ...answer, bytes }, effect: `${count} of ${bytes.length} bytes changed` };
      }),
  }),
  // The end of an answer is missing.
  fault('rs485-truncate', {
    summary: 'Answers of RS485 peripherals break off before their end.',
    parameters: z.strictObject({
      keep: z.int().min(1).default(1).describe('How many bytes arrive; one less than all of a short answer'),
    }),
    because: 'The service returns the bytes that arrived, which are not those that the peripheral has sent.',
    breaks: ['rs485.transceive'],
    start: ({ keep }, site) =>
      changeAnswers(site, (answer) => {
        const all = answer.bytes.length;
        const bytes = answer.bytes.slice(0, Math.min(keep, Math.max(0, all - 1)));
        return { answer: { ...answer, bytes }, effect: `${bytes.length} of ${all} bytes arrive` };
      }),
  }),
  // Peripherals answer late; an answer after the timeout of the transceive becomes unsolicited data.
  fault('rs485-late', {
    summary: 'Answers of RS485 peripherals come late; after the wait is over they become an event.',
    parameters: z.strictObject({
      delay: delay().prefault('2s').describe('How much later the first byte comes'),
    }),
    because: 'Data that no transceive waits for any more are unsolicited (events.rs485-received).',
    start: (parameters, site) =>
      changeAnswers(site, (answer) => {
        const extra = drawDelay(parameters.delay, site.random);
        return {
          answer: { ...answer, delay: answer.delay + extra },
          effect: `${formatDuration(extra)} late`,
        };
      }),
  }),
  // Bytes on the line that no peripheral has sent.
  fault('rs485-noise', {
    summary: 'Bytes that nobody sent appear on the RS485 line; they may collide with what was sent.',
    occasion: 'burst',
    everywhere: true,
    parameters: z.strictObject({
      every: delay().prefault({ from: '500ms', to: '5s' }).describe('From one burst to the next'),
      bytes: z.int().min(1).max(256).default(4).describe('How many bytes a burst has at most'),
    }),
    because:
      'Noise that comes while a transceive waits is taken for the answer, and the answer for an event.',
    breaks: ['rs485.transceive', 'events.not-for-solicited'],
    start: ({ every, bytes }, site) => {
      const burst = (deviceId: string): void => {
        const device = site.world.fleet.get(deviceId);
        const firing = device?.channels.rs485
          ? site.fire({ what: `line of ${deviceId}`, deviceId })
          : undefined;
        if (device && firing) {
          const length = site.random.integer(1, bytes);
          const data = toHex(Array.from({ length }, () => site.random.integer(0, 255)));
          device.stimuli.injectRs485(data);
          firing.note(`noise ${data}`);
        }
      };
      return {
        begin: () => {
          for (const { deviceId } of site.devices()) recurring(site, every, () => burst(deviceId));
        },
      };
    },
  }),
];
