// Why a placeholder cannot be written as it is asked for.
export {};
