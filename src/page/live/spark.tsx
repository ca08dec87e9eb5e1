// A small curve without axes: how something went over the last minute.
import type { JSX } from 'preact';

const WIDTH = 72;
const HEIGHT = 18;
const POINTS = 60;

export function Spark({ values }: { readonly values: readonly number[] }): JSX.Element {
  // A line at the bottom says nothing.
  if (values.length < 2 || Math.max(...values) === 0) return <></>;
  const most = Math.max(...values, 1);
  const x = (at: number): number => ((POINTS - values.length + at) / (POINTS - 1)) * WIDTH;
  const y = (value: number): number => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} focusable="false">
      <polyline points={points} />
    </svg>
  );
}
