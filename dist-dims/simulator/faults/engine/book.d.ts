import type { FaultOrder } from '../order.js';
import type { FaultInstance } from './instance.js';
export interface Book {
    add(order: FaultOrder): string;
    clear(id: string): boolean;
    all(): readonly FaultInstance[];
}
export declare function createBook(create: (id: string, order: FaultOrder) => FaultInstance): Book;
