/** Reads what a scene is about, in a sentence or two. */
import { SourceDocument } from '../../src/config/yaml/document.js';
import { fieldOf } from '../../src/validation/values.js';

/** A comment that names the file's schema; it is no description. */
const SCHEMA_COMMENT = 'yaml-language-server:';

/** The comment that a file begins with, as one text; empty without one. */
export function firstComment(text: string): string {
  const lines = text.trimStart().split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => line.replace(/^#+\s*/, '').trim());
  return comment.filter((line) => line !== '' && !line.startsWith(SCHEMA_COMMENT)).join(' ');
}

/** What a scenario's file says of itself: what it is about, and its article. */
export const headOf = (text: string, file: string): { readonly about: string; readonly source: string } => ({
  about: aboutOf(text, file),
  source: /^source:\s*(.*)$/m.exec(text)?.[1]?.trim() ?? '',
});

/**
 * The description in a scenario's file: its `about`, else its first comment; of an invalid file, its first comment.
 */
export function aboutOf(text: string, file: string): string {
  // Parsing all files of the gallery as YAML takes long, and most have a comment.
  if (!/^["']?about["']?\s*:/m.test(text)) return firstComment(text);
  try {
    const about = fieldOf(new SourceDocument(text, file).value, 'about');
    return typeof about === 'string' ? about : firstComment(text);
  } catch {
    return firstComment(text);
  }
}
