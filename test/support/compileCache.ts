import { fileURLToPath } from 'node:url';

/**
 * For NODE_COMPILE_CACHE. Threads and processes that a test starts run TypeScript as it is. Node strips its types with a
 * WebAssembly module, once in every thread; many such threads in one process can end it with SIGSEGV, and each starts in
 * twice the time. Node keeps here what it stripped and compiled, and a thread that finds it loads no WebAssembly.
 */
export const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
