import { dirname, relative, sep } from 'node:path';
import ts from 'typescript';

const OF_CLIENT = /require\("(retail-data-client\/[^"]+)"\)/g;

/** The modules of the client that a compiled module asks for. */
export function clientModulesOf(compiled) {
  return [...compiled.matchAll(OF_CLIENT)].map(([, name]) => name);
}

/** The same module, with all of the client from the one file that has it. */
export function fromBundle(compiled, target, clientFile) {
  const path = relative(dirname(target), clientFile).split(sep).join('/');
  return compiled.replaceAll(OF_CLIENT, `require("${path.startsWith('.') ? path : `./${path}`}")`);
}

/** One TypeScript module as one CommonJS module, comments kept, so that a reviewer finds the source in it. */
export function compileModule(text, source) {
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
  return outputText;
}
