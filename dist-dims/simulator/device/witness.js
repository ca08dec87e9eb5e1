export const NO_WITNESS = () => undefined;
