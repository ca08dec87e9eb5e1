// An analog input or a sensor: its value is set by dragging, or by typing.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { readingWords } from '../../shared/words.js';
import { Differs } from './differs.js';

export interface ReadingProps {
  readonly name: string;
  readonly read: { readonly value: number; readonly truth: number; readonly unit?: string | undefined };
  readonly set: (value: number) => Promise<void>;
}

/** Values that are told and true count as one up to here. */
const SAME = 1e-6;

export function ReadingRow({ name, read, set }: ReadingProps): JSX.Element {
  const { value, truth, unit = '' } = read;
  const differs = Math.abs(value - truth) > SAME;
  return (
    <tr class={differs ? 'differs' : ''}>
      <th scope="row">{name}</th>
      <td>
        {readingWords(value)} <span class="quiet">{unit}</span>
      </td>
      <td>
        {readingWords(truth)} <span class="quiet">{unit}</span>
        {differs && <Differs />}
      </td>
      <td>
        <Slider name={name} truth={truth} set={set} />
      </td>
    </tr>
  );
}

interface SliderProps {
  readonly name: string;
  readonly truth: number;
  readonly set: (value: number) => Promise<void>;
}

/** The range is chosen once, around the first value: a range that follows the value cannot be dragged. */
function Slider({ name, truth, set }: SliderProps): JSX.Element {
  const range = useRef(rangeAround(truth)).current;
  const held = useSignal<number | undefined>(undefined);
  const sending = useRef(false);
  const next = useRef<number | undefined>(undefined);
  const send = async (value: number): Promise<void> => {
    next.current = value;
    if (sending.current) return;
    sending.current = true;
    while (next.current !== undefined) {
      const wanted: number = next.current;
      next.current = undefined;
      await set(wanted);
    }
    sending.current = false;
    held.value = undefined;
  };
  const take = (text: string): void => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return;
    held.value = value;
    void send(value);
  };
  const shown = held.value ?? truth;
  return (
    <span class="slider">
      <input
        type="range"
        min={range.least}
        max={range.most}
        step={range.step}
        value={shown}
        aria-label={`${name}, drag to set`}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      <input
        type="number"
        step="any"
        class="short"
        placeholder={readingWords(shown)}
        aria-label={`${name}, value to set`}
        onChange={({ currentTarget }) => {
          take(currentTarget.value);
          Object.assign(currentTarget, { value: '' });
        }}
      />
    </span>
  );
}

function rangeAround(value: number): {
  readonly least: number;
  readonly most: number;
  readonly step: number;
} {
  const size = 10 ** Math.ceil(Math.log10(Math.max(1, Math.abs(value) * 1.5)));
  return { least: value < 0 ? -size : 0, most: size, step: size / 1000 };
}
