/** Builds the dashboard's page into dist/page: hashed files, nothing inline, so that the strictest CSP lets it pass. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('src/dashboard/page'),
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('dist/page'),
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
