export const JOURNAL_KINDS = [
    'request',
    'reply',
    'delivery',
    'refusal',
    'connection',
    'event',
    'physical',
    'fault',
    'stimulus',
    'bug',
];
