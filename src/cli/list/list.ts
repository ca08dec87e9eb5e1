// A list, for programs and for people.

export interface List {
  readonly data: unknown;
  readonly text: string;
}
