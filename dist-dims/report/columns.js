// Rows of words as aligned columns.
/** The first row is the head. Columns are two spaces apart; the last one is not padded. */
export function table(rows) {
    const widths = [];
    for (const row of rows) {
        for (const [column, cell] of row.entries())
            widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
    const line = (row) => row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    return rows.map((row) => `${line(row)}\n`).join('');
}
