/**
 * Bundles the program, its threads and the library into dist/bundle, in chunks that they share: a command loads a dozen
 * files where it would load three hundred. What tests import stays in dist/src and dist/sim, file by file.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Packages of pure JavaScript that go into the bundle, so that a start reads few files, and npm need not install them with
 * Steerbot. Programs import the types of RxJS, yaml and zod: these three npm installs, too.
 */
const BUNDLED = [
  '@bomb.sh/tab',
  '@clack/core',
  '@clack/prompts',
  '@polka/url',
  'commander',
  'fast-string-truncated-width',
  'fast-string-width',
  'fast-wrap-ansi',
  'fastest-levenshtein',
  'hyparquet',
  'hyparquet-writer',
  'mrmime',
  'papaparse',
  'picocolors',
  'planck',
  'pngjs',
  'pure-rand',
  'rxjs',
  'saxes',
  'sirv',
  'sisteransi',
  'svgpath',
  'totalist',
  'tslib',
  'xmlchars',
  'yaml',
  'zod',
];

/** The name of the package that a file belongs to, for the name of its chunk. */
const packageOf = (file: string): string | null =>
  /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/
    .exec(file)?.[1]
    ?.replace('@', '')
    .replace(/[/\\]/, '-') ?? null;

export default defineConfig({
  publicDir: false,
  // RxJS and others as ES modules, of which only what is used goes in.
  ssr: { noExternal: BUNDLED, resolve: { conditions: ['es2015'] } },
  build: {
    ssr: true,
    outDir: at('dist/bundle'),
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    target: 'node20',
    rolldownOptions: {
      // Threads lie beside what starts them, here and in dist/src.
      input: {
        main: at('dist/src/cli/main.js'),
        index: at('dist/src/index.js'),
        control: at('dist/src/control/index.js'),
        geometry: at('dist/src/geometry.js'),
        lab: at('dist/src/lab.js'),
        johnnyFive: at('dist/src/johnnyFive.js'),
        testing: at('dist/src/testing.js'),
        worker: at('dist/src/cli/pageHost/worker.js'),
        poolThread: at('dist/src/study/poolThread.js'),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        codeSplitting: { groups: [{ name: packageOf, test: /node_modules/ }] },
      },
    },
  },
});
