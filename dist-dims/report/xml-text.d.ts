/** The text with forbidden characters, halves of surrogate pairs among them, written as `\u001b`. */
export declare function sanitised(text: string): string;
