import { fileURLToPath } from 'node:url';

/**
 * The script of the page with what it imports, for browsers of the last years, and the bundled files by their paths
 * from the root of the checkout. Takes a fraction of a second.
 */
export async function bundlePage(): Promise<{ script: Uint8Array; files: string[] }> {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: ['bot/demo/page/main.tsx'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('esbuild gave no script for the page');
  return { script: script.contents, files: Object.keys(metafile.inputs) };
}
