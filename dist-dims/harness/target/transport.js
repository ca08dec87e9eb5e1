// The way to the target: requests and connections as text, and nothing of what they mean. The network is one
// implementation; a simulator in the same process can be another. test/suites/transport.ts holds for each.
export {};
