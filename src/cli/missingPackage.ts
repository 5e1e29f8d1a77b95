/** Packages that only some commands need: npm does not install them with Steerbot, and the command asks for them. */
import { packageManifest } from '../config/loadFile.js';

/** What to do where a command was loaded without a package that it needs; undefined for any other error. */
export function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined;
  const names = Object.keys(packageManifest().peerDependencies);
  const missing = names.find((name) => error.message.includes(`'${name}'`));
  return missing && `this needs the package ${missing}: \`npm install ${names.join(' ')}\``;
}
