// Runs a program of this folder, which the first word names, from its TypeScript.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [program, ...words] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...words);
await runnerImport(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), { configFile: false });
