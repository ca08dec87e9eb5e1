// The options of `conform audit` as the command line has them.
import type { TlsOptions } from '../serve/choose-certificate.js';

export interface AuditOptions extends TlsOptions {
  readonly listen?: number;
  readonly for?: number;
  readonly host: string;
  readonly proxy?: string;
  readonly orders?: boolean;
  readonly config?: string;
  readonly env?: readonly string[];
  readonly day?: readonly string[];
  readonly rule?: readonly string[];
  readonly require?: readonly string[];
  readonly instances?: number;
  readonly speed?: number;
  readonly seed?: number;
  readonly jobs?: number;
  readonly fleet?: string;
  readonly dialect?: string;
  readonly strict?: boolean;
  readonly keep?: string;
  readonly verbose?: boolean;
  /** Serve a page on which the audit can be watched. */
  readonly live?: boolean;
  readonly report?: readonly string[];
  readonly junit?: string;
}
