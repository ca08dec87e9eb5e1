// What hangs on the bus, as the bus sees it.
export {};
