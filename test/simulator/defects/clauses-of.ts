// Reads from the source of an area of defects which clause stands above each of them.

export interface Clause {
  readonly defect: string;
  /** The section of the interface that the clause is in; undefined where no clause stands above the defect. */
  readonly section: string | undefined;
}

const DEFINED = /^ {4}id: '([^']+)',$|^ {2}\w+\('([a-z0-9-]+)', '/;

export function clausesOf(source: string): Clause[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at): Clause[] => {
    const found = DEFINED.exec(line);
    const defect = found?.[1] ?? found?.[2];
    if (defect === undefined) return [];
    // An object literal opens on the line between its clause and its id.
    const above = lines[at - (found?.[1] === undefined ? 1 : 2)] ?? '';
    return [{ defect, section: /^ {2}\/\/ ([^:]+): \S/.exec(above)?.[1] }];
  });
}
