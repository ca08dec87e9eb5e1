/** @param prefix that no other connection has. @param number of the request, from 1. */
export declare function requestIdOf(prefix: string, number: number): string;
