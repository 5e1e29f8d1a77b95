/** Style sheets that the bundler includes. */
declare module '*.css';
