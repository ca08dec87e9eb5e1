// What one tool call may cost, and what a server of tools keeps at most.

export const MCP_LIMITS = {
  /** Of a run, in seconds, where the call says nothing. Clients give up on a call after 60 s, mostly. */
  runSeconds: 45,
  mostRunSeconds: 600,
  /** Names in `what` and `rules` of a run. */
  names: 20,
  /** Rows of a list. */
  rows: 100,
  findings: 20,
  /** Exchanges that are shown with a finding. */
  exchanges: 6,
  /** Journal records in one answer. */
  records: 100,
  /** Characters of one text in an answer. */
  text: 1500,
  /** Characters of a whole answer. */
  answer: 60_000,
  simulators: 4,
  /** Faults that are ordered in one simulator at a time. */
  faults: 20,
  /** Results that can be looked into later. */
  results: 8,
} as const;
