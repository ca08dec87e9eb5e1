type Brush = (text: string) => string;
export interface Paint {
    readonly heading: Brush;
    readonly good: Brush;
    readonly bad: Brush;
    readonly doubtful: Brush;
    readonly quiet: Brush;
}
export declare const NO_PAINT: Paint;
export {};
