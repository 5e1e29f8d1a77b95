/** What a reader of a page does: writes the files that it shows, and types its commands, in its order. */
import { readFileSync } from 'node:fs';
import { rootFile } from '../support/runs.js';

export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly code: number };

/** A block that begins with a comment of nothing but a file's name is the whole of that file. */
const FILE_NAME = /^(?:#|\/\/) ([\w.-]+\.(?:yaml|ts|js|json|csv))$/;

/** A command's exit code is 0, unless the comment behind it names another. */
const EXIT_CODE = /#.*exit code (\d+)/;

export function stepsOf(page: string): Step[] {
  const blocks = readFileSync(rootFile(page), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, language, text = '']): Step[] => {
    if (language === 'sh')
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(commandOf);
    const name = FILE_NAME.exec(text.split('\n')[0] ?? '')?.[1];
    return name === undefined ? [] : [{ kind: 'file', name, text }];
  });
}

function commandOf(line: string): Step {
  const code = Number(EXIT_CODE.exec(line)?.[1] ?? 0);
  return { kind: 'command', line: line.replace(/\s+#.*$/, '').trim(), code };
}
