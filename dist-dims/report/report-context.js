// What a report has to know beside the result: the program that made it, and how to do a part of it again.
export {};
