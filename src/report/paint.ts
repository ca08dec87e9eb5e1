// How a report is emphasised. Colour is for the caller to give; without it every word still stands.

type Brush = (text: string) => string;

export interface Paint {
  readonly heading: Brush;
  readonly good: Brush;
  readonly bad: Brush;
  readonly doubtful: Brush;
  readonly quiet: Brush;
}

const bare: Brush = (text) => text;

export const NO_PAINT: Paint = { heading: bare, good: bare, bad: bare, doubtful: bare, quiet: bare };
