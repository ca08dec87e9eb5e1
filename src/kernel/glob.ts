// Names in which `*` stands for any text.

export function isGlob(name: string): boolean {
  return name.includes('*');
}

/** Whether a name is one of those given, or fits one of them. */
export function nameMatcher(names: readonly string[]): (name: string) => boolean {
  const exact = new Set(names.filter((name) => !isGlob(name)));
  const globs = names.filter(isGlob).map(toRegExp);
  return (name) => exact.has(name) || globs.some((glob) => glob.test(name));
}

/** Without a `*`, the whole name must be given. */
export function matches(glob: string, name: string): boolean {
  return nameMatcher([glob])(name);
}

function toRegExp(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}
