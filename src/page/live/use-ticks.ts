// Draws a component anew as time goes on, for what runs down by itself.
import { useEffect, useState } from 'preact/hooks';
import { useStore } from './store/context.js';

/** @param every ms of the machine; undefined stops. */
export function useTicks(every: number | undefined): void {
  const { machine } = useStore();
  const [, set] = useState(0);
  useEffect(() => {
    if (every === undefined) return undefined;
    let cancel = (): void => undefined;
    const tick = (): void => {
      set((count) => count + 1);
      cancel = machine.after(every, tick);
    };
    cancel = machine.after(every, tick);
    return () => cancel();
  }, [every, machine]);
}
