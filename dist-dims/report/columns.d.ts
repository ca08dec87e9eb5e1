/** The first row is the head. Columns are two spaces apart; the last one is not padded. */
export declare function table(rows: readonly (readonly string[])[]): string;
