/** What a page of Markdown shows as code. */

/** The fenced blocks in this language, in order. */
export const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code ?? '',
  );
