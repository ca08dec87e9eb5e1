/** Whether a field, a header or a parameter of this name may hold a token, a ticket, a secret or a password. */
export type IsSecretName = (name: string) => boolean;
export declare const isTellingName: IsSecretName;
/** The same JSON value with the texts under secret names replaced; an object under such a name is looked into. */
export declare function redactNames(value: unknown, isSecret?: IsSecretName): unknown;
/** A path as a log shows it: the values of secret parameters replaced, however the names are spelt. */
export declare function redactQuery(target: string, isSecret?: IsSecretName): string;
