// What the rules say of the clients, asked for again as traffic goes on, while somebody looks at it.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Conduct } from '../../../simulator/control/replies.js';
import { useStore } from '../store/context.js';
import type { Store } from '../store/store.js';

/** In ms. */
const LEAST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;
/** Judging takes time of the simulator: it rests so many times as long as the last answer took. */
const REST = 40;

export function useConduct(): ReadonlySignal<Conduct | undefined> {
  const store = useStore();
  const conduct = useSignal<Conduct | undefined>(undefined);
  useEffect(() => follow(store, (next) => (conduct.value = next)), [store]);
  return conduct;
}

function follow(
  { api, machine, traffic, notices }: Store,
  onConduct: (conduct: Conduct) => void,
): () => void {
  let stopped = false;
  let judgedSeq: number | undefined = -1;
  let cancel = (): void => undefined;
  const judge = async (): Promise<number> => {
    const began = machine.now();
    judgedSeq = traffic.lastSeq;
    const conduct = await notices.done(api.get<Conduct>('/conduct'));
    if (conduct && !stopped) onConduct(conduct);
    return machine.now() - began;
  };
  const next = async (): Promise<void> => {
    const took = traffic.lastSeq === judgedSeq ? 0 : await judge();
    if (!stopped)
      cancel = machine.after(Math.min(LONGEST_PAUSE, Math.max(LEAST_PAUSE, took * REST)), () => void next());
  };
  void next();
  return () => {
    stopped = true;
    cancel();
  };
}
