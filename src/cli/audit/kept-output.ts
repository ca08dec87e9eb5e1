// What a client writes is kept up to a limit, the end of it, and never mixed with what this program says.

/** In characters, of one process. */
const MOST_KEPT = 64 * 1024;

export interface KeptOutput {
  add(piece: Buffer): void;
  /** The end of it, as text. */
  text(): string;
}

export function createKeptOutput(most = MOST_KEPT): KeptOutput {
  const decoder = new TextDecoder();
  let kept = '';
  return {
    add: (piece) => {
      // Of a large piece only the end can be kept.
      kept += decoder.decode(piece.subarray(Math.max(0, piece.length - most)), { stream: true });
      if (kept.length > most) kept = kept.slice(-most);
    },
    text: () => kept,
  };
}
