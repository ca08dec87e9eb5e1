export declare const FOR_PROGRAMS: Readonly<Record<string, string>>;
