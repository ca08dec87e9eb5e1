// What can be listed.
export const LIST_NAMES = ['rules', 'scenarios', 'variants'];
