// What can be listed.
export const LIST_NAMES = ['rules', 'scenarios', 'variants'] as const;

export type ListName = (typeof LIST_NAMES)[number];
