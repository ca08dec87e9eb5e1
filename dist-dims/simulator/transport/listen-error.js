// Why the service cannot listen as it was told to, besides what the system says of ports and addresses.
export class ListenError extends Error {
    name = 'ListenError';
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
