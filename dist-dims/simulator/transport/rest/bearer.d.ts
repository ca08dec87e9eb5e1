export declare function bearerOf(authorization: string | undefined): string | undefined;
