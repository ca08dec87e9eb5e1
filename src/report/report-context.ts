// What a report has to know beside the result: the program that made it, and how to do a part of it again.

export interface RepeatContext {
  /** Version of this program. */
  readonly version: string;
  /** Arguments of `conform run` that a repetition needs, beside the ids and the seed: `--target lab.yaml`. */
  readonly repeatArguments: readonly string[];
  /** Files of scenarios that do not come with the program: a repetition has to name them. */
  readonly ownFiles: readonly string[];
  /** The command that shows this again, where that is not a run of the check. */
  readonly repeatWith?: string;
  /** Where curl lines point to; there are none when it is empty. */
  readonly baseUrl: string;
  /** What has to be done before the curl lines work, if anything. */
  readonly beforeCurl?: string;
  /** How many times faster than the machine's clock the run's clock went. */
  readonly speed: number;
  /** The run's clock jumped from timer to timer: what it shows says nothing of the machine. */
  readonly virtual?: boolean;
  /** What the run took on the machine in virtual time, in ms: for people, since no two runs take the same. */
  readonly machineTime?: number;
  /** How often virtual time went on although bytes at a socket had not been read. */
  readonly unread?: number;
}

export interface ReportContext extends RepeatContext {
  /** The HTML report without its data, as the build has made it. */
  readonly reportFrame: () => string;
}
