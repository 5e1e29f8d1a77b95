// Runs one of the programs of this folder from its TypeScript.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [program = 'main', ...words] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...words);
await runnerImport(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), { configFile: false });
