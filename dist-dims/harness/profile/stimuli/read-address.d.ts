export interface AddressComplaint {
    readonly message: string;
    readonly hint: string;
}
/** @param secret it must not be sent in the open. */
export declare function urlComplaint(given: string, secret: boolean): AddressComplaint | undefined;
/** Whether one of the texts takes something from the environment. */
export declare function hasSecret(texts: readonly (string | undefined)[]): boolean;
