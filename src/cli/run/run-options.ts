// The options of `conform run`, a row for each. The command line, the file of settings with its schema, `conform config`
// and their types all come from these rows, so that a new option is its row, its use and its test. Nothing is loaded here:
// help has to come at once.
import type { ShareOf } from '../../harness/property/program-share.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { ShortFormat } from '../../report/format-names.js';

/** What an option takes. Times are in ms once they are read; `yes` and `no` take nothing. */
interface Values {
  readonly yes: boolean;
  /** The flag is `--no-…`, and makes it false. */
  readonly no: boolean;
  readonly text: string;
  readonly texts: readonly string[];
  readonly integer: number;
  readonly number: number;
  readonly duration: number;
  readonly share: ShareOf;
}

export interface OptionRow {
  readonly takes: keyof Values;
  /** How the value is called in help. */
  readonly value?: string;
  /** Of a number. */
  readonly least?: number;
  readonly most?: number;
  readonly help: string;
  /** Absent where the file of settings does not have it. */
  readonly setting?: {
    /** Its key in the file; the name of the option when absent. */
    readonly key?: string;
    /** What a text is: then a path starts from the folder of the file. `name`: a name or a path. */
    readonly is?: 'path' | 'name' | 'target';
    /** What holds where nothing is said. */
    readonly otherwise: string;
  };
}

const MOST_RUNS = 10_000_000;

/** In the order of the help. */
export const RUN_OPTIONS = {
  target: {
    takes: 'text',
    value: 'file|url',
    help: 'a target profile, or the address of a simulator',
    setting: { is: 'target', otherwise: 'a simulator of its own' },
  },
  dialect: {
    takes: 'text',
    value: 'name|file',
    help: "names that the interface leaves open (default: the profile's, or default)",
    setting: { is: 'name', otherwise: "the profile's, or default" },
  },
  fleet: {
    takes: 'text',
    value: 'file',
    help: 'fleet of the simulator that is checked (default: the demo fleet)',
    setting: { is: 'path', otherwise: 'the demo fleet' },
  },
  rule: {
    takes: 'texts',
    value: 'id|glob',
    help: 'only what checks this rule; may be repeated',
    setting: { key: 'rules', otherwise: 'all' },
  },
  actuate: { takes: 'no', help: 'switch no relay, and put nothing on RS485' },
  readOnly: { takes: 'yes', help: 'send nothing that changes anything' },
  anyway: {
    takes: 'yes',
    help: 'go on though profile or dialect do not fit the target',
    setting: { otherwise: 'false' },
  },
  failFast: {
    takes: 'yes',
    help: 'end the run in good order at the first failure',
    setting: { otherwise: 'false' },
  },
  shard: {
    takes: 'share',
    value: 'part',
    help: 'one of several parts, such as 2/4: all of them together are the whole',
  },
  rerunFailed: { takes: 'text', value: 'file', help: 'run what failed in this JSON report again' },
  baseline: {
    takes: 'text',
    value: 'file',
    help: 'failures that are known: they do not fail the run',
    setting: { is: 'path', otherwise: 'none' },
  },
  writeBaseline: { takes: 'text', value: 'file', help: 'write the failures of this run as a baseline' },
  strict: {
    takes: 'yes',
    help: 'a breach of an implied rule fails, too',
    setting: { otherwise: 'false' },
  },
  seed: {
    takes: 'integer',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    help: 'seed of all chance (default: a fixed one)',
    setting: { otherwise: '1' },
  },
  runs: {
    takes: 'integer',
    least: 1,
    most: MOST_RUNS,
    help: 'random programs at most (default: 100 on a simulator of its own)',
    setting: { otherwise: '100 on a simulator of its own' },
  },
  time: {
    takes: 'duration',
    help: 'time for random programs, such as 5m (default: 20s on a target)',
    setting: { otherwise: '20s on other targets' },
  },
  replay: {
    takes: 'integer',
    least: 0,
    most: MOST_RUNS,
    help: 'of the random programs of the seed, run only this one',
  },
  saveCounterexamples: {
    takes: 'text',
    value: 'dir',
    help: 'write programs that show a breach there, as scenarios',
    setting: { is: 'path', otherwise: 'none' },
  },
  soak: { takes: 'duration', help: 'random programs and nothing else for so long, such as 8h' },
  deadline: {
    takes: 'duration',
    help: 'end the run in good order after so long, such as 10m',
    setting: { otherwise: 'none' },
  },
  jobs: {
    takes: 'integer',
    least: 1,
    most: 64,
    help: 'checks or programs at a time, at most',
    setting: { otherwise: '24' },
  },
  speed: {
    takes: 'number',
    least: 0.1,
    most: 1000,
    help: "how many times faster than the machine's clock time goes (default: 1; virtual time without a target)",
    setting: { otherwise: 'virtual time without a target, 1 with one' },
  },
  sockets: {
    takes: 'yes',
    help: 'check the simulator of its own over HTTP and WebSocket on loopback, not by calls',
  },
  control: {
    takes: 'text',
    value: 'url',
    help: 'the control plane of the simulator at --target, for acts on its devices',
    setting: { otherwise: 'none' },
  },
  controlToken: {
    takes: 'text',
    value: 'token',
    help: 'its token, as conform serve prints it; everybody on this machine can see it',
  },
  controlTokenFile: {
    takes: 'text',
    value: 'file',
    help: 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)',
    setting: { is: 'path', otherwise: 'none' },
  },
  restoreDir: {
    takes: 'text',
    value: 'dir',
    help: 'where it is kept what has to be put back, should the run be killed',
    setting: { is: 'path', otherwise: "a folder of the user's state" },
  },
  defect: {
    takes: 'texts',
    value: 'id',
    help: 'let the simulator of its own be wrong in this way; may be repeated',
    setting: { key: 'defects', otherwise: 'none' },
  },
  variant: {
    takes: 'texts',
    value: 'name|file',
    help: 'let it be different and right in this way; may be repeated',
    setting: { key: 'variants', is: 'name', otherwise: 'none' },
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

type Rows = typeof RUN_OPTIONS;
type OfRows = { readonly [Name in keyof Rows]?: Values[Rows[Name]['takes']] };

/** What `conform run` can be told: what its rows say, and what stands beside them. */
export interface RunOptions extends OfRows, Partial<Record<ShortFormat, string>> {
  /** In place of `target`: the text of a profile, for callers that have no file. */
  readonly profileText?: string;
  readonly report?: readonly string[];
  /** The file of settings; false for none. */
  readonly config?: string | false;
  /** Run again whenever what is run, or the target, has changed. */
  readonly watch?: boolean;
  readonly verbose?: boolean;
  /** Serve a page on which the run can be watched. */
  readonly live?: boolean;
}

/** What decides which target is checked. */
export type TargetOptions = Pick<
  RunOptions,
  | 'target'
  | 'profileText'
  | 'dialect'
  | 'fleet'
  | 'speed'
  | 'sockets'
  | 'seed'
  | 'defect'
  | 'variant'
  | 'control'
  | 'controlToken'
  | 'controlTokenFile'
  | 'restoreDir'
  | 'actuate'
  | 'readOnly'
>;

export function restrictionOf({ actuate, readOnly }: TargetOptions): Restriction | undefined {
  if (readOnly) return 'read-only';
  return actuate === false ? 'no-actuate' : undefined;
}
