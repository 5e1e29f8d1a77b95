/**
 * Bundles what we use of johnny-five into dist/vendor, with the licences of all that is in it. As a dependency it would
 * pull an old second serialport into every installation and compile it: npm heeds `overrides` of the root alone.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Its package holds no licence file to be collected; its README says this. */
const NOTICE = `/*!
 * johnny-five. Copyright (c) 2012, 2013, 2014 Rick Waldron <waldron.rick@gmail.com>,
 * copyright (c) 2014, 2015 The Johnny-Five Contributors. Licensed under the MIT license, whose words, and those of the
 * other packages in this file, stand in LICENSES.md.
 */`;

export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: at('dist/vendor'),
    emptyOutDir: true,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: { johnnyFive: at('src/drivers/unguarded/johnnyFiveParts.cjs') },
      // Asked for only by a board that is to find its own port; ours are given theirs.
      external: ['serialport', 'browser-serialport', 'firmata'],
      output: { format: 'cjs', entryFileNames: '[name].cjs', banner: NOTICE },
    },
  },
});
