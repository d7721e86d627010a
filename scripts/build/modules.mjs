import { dirname, relative, sep } from 'node:path';
import ts from 'typescript';

const CLIENT = 'retail-data-client/portable';

/** One TypeScript module as one CommonJS module, comments kept, so that a reviewer finds the source in it. */
export function compileModule(text, { source, target, clientFile }) {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName: source,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  const [first] = diagnostics;
  if (first !== undefined) {
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`);
  }
  const path = relative(dirname(target), clientFile).split(sep).join('/');
  return outputText.replaceAll(
    `require("${CLIENT}")`,
    `require("${path.startsWith('.') ? path : `./${path}`}")`,
  );
}
