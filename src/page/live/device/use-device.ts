// What is done to a device by hand: each act is a stimulus of the control plane.
import { useStore, type Store } from '../store/store.js';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Applied, DevicePast, DeviceView } from '../../../simulator/control/replies.js';
import { createHistory, type DeviceHistory } from './chart.js';

/** The body of a stimulus. */
type StimulusBody = Readonly<Record<string, unknown>> & { readonly kind: string };
export type ActOnDevice = (stimulus: StimulusBody) => Promise<void>;

/** @param after called when an act has been applied. */
export function useActs(deviceId: string, after: () => void): ActOnDevice {
  const { api, notices } = useStore();
  return async (stimulus) => {
    const path = `/devices/${encodeURIComponent(deviceId)}/stimuli`;
    const applied = await notices.done(api.send<Applied>('POST', path, stimulus));
    if (applied?.why !== undefined) notices.say(`No effect: ${applied.why}.`, 'bad');
    after();
  };
}

// One device, read anew when something happens to it, and now and then for what changes by itself.

/** A device, and when it was read by the clocks of the machine and of the simulator, in ms. */
export interface ReadDevice {
  readonly device: DeviceView;
  readonly readAt: number;
}

type ShownDevice = ReadDevice | 'reading' | 'missing';

/** Signals are functions of time: nobody says when they change. In ms. */
const EVERY = 500;

export function useDevice(deviceId: string): {
  readonly state: ReadonlySignal<ShownDevice>;
  readonly history: DeviceHistory;
  readonly reread: () => void;
} {
  const store = useStore();
  const state = useSignal<ShownDevice>('reading');
  const reader = useSignal(createReader(store, deviceId, (next) => (state.value = next))).value;
  const changed = store.changed.value;
  const life = store.life.value;
  const line = store.link.value;
  const faults = store.faults.value;
  useEffect(() => {
    if (changed.has(deviceId)) reader.read();
  }, [changed, deviceId, reader]);
  useEffect(() => reader.read(), [life, faults, reader]);
  useEffect(() => reader.catchUp(), [line, reader]);
  useEffect(() => reader.follow(), [reader]);
  return { state, history: reader.history, reread: reader.read };
}

function createReader({ api, machine, now }: Store, deviceId: string, onState: (state: ShownDevice) => void) {
  const history = createHistory();
  let underWay = false;
  let again = false;
  let isBehind = false;
  const path = `/devices/${encodeURIComponent(deviceId)}`;
  /** After the device itself, of which the channels are known then. */
  const fill = async (): Promise<void> => {
    if (!isBehind) return;
    isBehind = false;
    const past = await api.get<DevicePast>(`${path}/past`);
    if (past.ok) history.fill(past.value);
  };
  const read = (): void => {
    if (underWay) {
      again = true;
      return;
    }
    underWay = true;
    void api.get<DeviceView>(path).then((answer) => {
      underWay = false;
      if (answer.ok) {
        history.note(answer.value, now());
        void fill();
        onState({ device: answer.value, readAt: machine.now() });
      } else if (answer.problems.some(({ pointer }) => pointer === '{deviceId}')) onState('missing');
      if (!again) return;
      again = false;
      read();
    });
  };
  return {
    history,
    read,

    /** Reads it, and what has happened to it while nobody looked. */
    catchUp: () => {
      isBehind = true;
      read();
    },

    /** Reads again and again; returns the way to stop. */
    follow: () => machine.every(EVERY, read),
  };
}

/** Of what shows a device and acts on it. */
export interface DeviceProps {
  readonly device: DeviceView;
  readonly act: ActOnDevice;
}
