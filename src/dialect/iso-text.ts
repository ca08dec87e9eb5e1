// Moments as ISO 8601 in UTC, as `Date` writes them. Those that are written one after the other mostly lie in one minute,
// which is spelled once.

const MINUTE = 60_000;

/** Gives a writer of moments in ms since the Unix epoch; it throws a RangeError where `Date` does. */
export function createIsoWriter(): (time: number) => string {
  let minute = Number.NaN;
  let upToMinute = '';
  return (time) => {
    const within = time % MINUTE;
    // Before the epoch the rest is negative, and parts of a millisecond are cut: `Date` knows how.
    if (!(within >= 0) || !Number.isInteger(within)) return new Date(time).toISOString();
    if (time - within !== minute) {
      upToMinute = new Date(time).toISOString().slice(0, -'00.000Z'.length);
      minute = time - within;
    }
    const seconds = Math.floor(within / 1000);
    return `${upToMinute}${padded(seconds, 2)}.${padded(within % 1000, 3)}Z`;
  };
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
