export declare const LIST_NAMES: readonly ['rules', 'scenarios', 'variants'];
export type ListName = (typeof LIST_NAMES)[number];
