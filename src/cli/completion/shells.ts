// The shells that can complete a line of conform, and the hidden command that their scripts call.
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** An empty word is what it is asked about. */
export const COMPLETE = 'complete';
