// Long lists of which only those rows are made that are in sight, and what is drawn anew when its size changes.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

type Box = { current: HTMLDivElement | null };

/** Calls back when the size of the box changes, and when it is first drawn. */
export function useResize(box: Box, onResize: (element: HTMLDivElement) => void): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => onResize(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

interface InSight {
  /** Of the first row, and of the one behind the last. */
  readonly first: number;
  readonly last: number;
  /** Of the box, in px. */
  readonly width: number;
}

/** @param row its height in px. @param spare rows above and below what is in sight. */
export function useRowsInSight(row: number, spare: number, on: readonly unknown[] = []) {
  const box: Box = useRef<HTMLDivElement>(null);
  const view: Signal<InSight> = useSignal({ first: 0, last: 0, width: 0 });
  const measure = (): void => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight, clientWidth: width } = element;
    const first = Math.max(0, Math.floor(scrollTop / row) - spare);
    const last = Math.ceil((scrollTop + clientHeight) / row) + spare;
    const { value } = view;
    if (value.first !== first || value.last !== last || value.width !== width)
      view.value = { first, last, width };
  };
  useLayoutEffect(measure, on);
  useResize(box, measure);
  return { box, view: view.value, measure };
}
