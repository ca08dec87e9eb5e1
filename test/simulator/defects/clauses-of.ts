// Reads from the source of an area of defects which clause stands above each of them.

export interface Clause {
  readonly defect: string;
  /** The section of the interface that the clause is in; undefined where no clause stands above the defect. */
  readonly section: string | undefined;
}

const DEFINED = /^ {2}'([a-z0-9-]+)': /;

export function clausesOf(source: string): Clause[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at): Clause[] => {
    const defect = DEFINED.exec(line)?.[1];
    if (defect === undefined) return [];
    const above = lines[at - 1] ?? '';
    return [{ defect, section: /^ {2}\/\/ ([^:]+): \S/.exec(above)?.[1] }];
  });
}
