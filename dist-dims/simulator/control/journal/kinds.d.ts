export declare const JOURNAL_KINDS: readonly ["request", "reply", "delivery", "refusal", "connection", "event", "physical", "fault", "stimulus", "bug"];
