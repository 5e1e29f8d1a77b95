/** The simulator in a page of its own: one folder for any web host, without a server behind it. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('src/playground'),
  // Relative, so that it may lie anywhere below a host.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('dist/playground'),
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    target: 'es2023',
    // The polyfill would fetch; every browser that runs the rest has no need of it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
