import { installLocked, installPackages } from '../n8n/locked.ts';

/** The folder with what n8n checks packages with: other versions of eslint, its plugins and TypeScript than the project has. */
export function installTools(): string {
  return installLocked('gate', new URL('tools/', import.meta.url), installPackages);
}
