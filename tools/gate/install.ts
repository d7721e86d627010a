import { installLocked, installPackages } from '../locked.ts';

/** The folder with what n8n checks packages with: other versions of eslint, its plugins and TypeScript than the project has. */
export function installTools(): string {
  return installLocked('gate', new URL('./', import.meta.url), { install: installPackages });
}
