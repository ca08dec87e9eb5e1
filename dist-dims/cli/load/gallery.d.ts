export declare function galleryNames(): readonly string[];
