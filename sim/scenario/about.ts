/** What a scene is about, in a sentence or two. */
import { SourceDocument } from '../../src/config/yaml/document.js';
import { fieldOf } from '../../src/validation/values.js';

/** Names the schema of a file, and says nothing of what it is about. */
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

/**
 * What a scenario's file says that it is about: its `about`, or else its first comment. A file that cannot be read
 * says nothing.
 */
export function aboutOf(text: string, file: string): string {
  // To read all of a gallery's files as YAML takes long; most say it in a comment.
  if (!/^["']?about["']?\s*:/m.test(text)) return firstComment(text);
  try {
    const about = fieldOf(new SourceDocument(text, file).value, 'about');
    return typeof about === 'string' ? about : firstComment(text);
  } catch {
    return firstComment(text);
  }
}
