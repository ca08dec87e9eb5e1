// What is done to a device by hand: each act is a stimulus of the control plane.
import { useStore } from '../store/context.js';

/** The body of a stimulus. */
export type StimulusBody = Readonly<Record<string, unknown>> & { readonly kind: string };
export type ActOnDevice = (stimulus: StimulusBody) => Promise<void>;

interface Applied {
  readonly effect?: string;
  readonly why?: string;
}

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
