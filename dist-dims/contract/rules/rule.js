// What the catalogue says of one rule of the interface.
export {};
