/** Every choice, those with early candidates first; nothing when there is none. */
export declare function distinct(candidates: Readonly<Record<string, readonly string[]>>): Generator<Readonly<Record<string, string>>>;
