// Why a placeholder cannot be written as it is asked for.

export interface Misfit {
  readonly message: string;
  readonly hint: string;
}
