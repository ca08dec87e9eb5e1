// How a report is emphasised. Colour is for the caller to give; without it every word still stands.
const bare = (text) => text;
export const NO_PAINT = { heading: bare, good: bare, bad: bare, doubtful: bare, quiet: bare };
