/** The version in package.json, which a bundle has not beside it. */
export const VERSION = '0.1.0';
