// What runChecks throws when nothing could be checked for a reason that is not the target's.
import type { Complaint } from '../document/complaint.js';
import { complaintLines } from '../cli/complaints.js';

/** The message says what is wrong with the options, the profile or the scenarios, and what to do about it. */
export class ChecksRefused extends Error {
  override readonly name = 'ChecksRefused';

  constructor(complaints: readonly Complaint[]) {
    super(complaintLines(complaints).join('\n'));
  }
}
