// The seed of a run that is given none.
export const DEFAULT_SEED = 1;
