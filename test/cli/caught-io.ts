// The outlets of the program, caught: all that is written goes through the real writer.
import { createOutlet, type Io } from '../../src/cli/io.js';
import { createSecrets } from '../../src/output/secrets.js';

export interface CaughtIo extends Io {
  said(): { readonly out: string; readonly err: string };
}

export interface Circumstances {
  readonly cwd?: string;
  readonly env?: Io['env'];
  readonly isTerminal?: boolean;
  readonly columns?: number;
}

export function caughtIo(circumstances: Circumstances = {}): CaughtIo {
  const { cwd = process.cwd(), env = {}, isTerminal = false, columns } = circumstances;
  const secrets = createSecrets();
  const said = { out: '', err: '' };
  const outlet = (name: keyof typeof said): Io['out'] =>
    createOutlet({ put: (text) => (said[name] += text), isTerminal, columns, level: 0 }, secrets);
  return { out: outlet('out'), err: outlet('err'), secrets, env, cwd, said: () => ({ ...said }) };
}
