// Style sheets are imported for the bundler, which puts them into one.
declare module '*.css';
