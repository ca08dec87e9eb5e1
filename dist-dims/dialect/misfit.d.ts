export interface Misfit {
    readonly message: string;
    readonly hint: string;
}
