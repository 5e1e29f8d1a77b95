/** An open article: its text, in which scenes begin, missions are chosen and numbers are dragged. */

import type { Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { lessonPartOf, lessonParts } from '../lessons/clock.js';
import { Clock, HandInForm, MissionField, QuestionField } from '../lessons/Lesson.js';
import { lesson, partNow, parts } from '../lessons/work.js';
import { chooseMission, chosenMission } from '../scenes/missionChoice.js';
import { can, mayDrive, mayOperate, operate, scene } from '../store.js';
import { ARTICLES, LESSON_TEXTS, type TextEntry } from './articleList.js';
import { article, closeArticle, openArticle, textOf } from './articles.js';
import { Calculated, TunedNumber } from './TunedNumber.js';

/** The parser comes with the first article. */
async function read(name: string): Promise<Text> {
  const [{ lexer }, text] = await Promise.all([import('marked'), textOf(name)]);
  parts.value = lessonParts(text);
  return { tokens: lexer(text), questions: text.match(/\]\(ask:/g)?.length ?? 0 };
}

interface Text {
  readonly tokens: readonly Token[];
  /** How many questions it asks. */
  readonly questions: number;
}

type Loaded = ({ readonly name: string } & Text) | { readonly failed: string };

export function Article() {
  const name = article.value;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (name === null) return;
    let isWanted = true;
    read(name).then(
      (text) => isWanted && setLoaded({ name, ...text }),
      () => isWanted && setLoaded({ failed: name }),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (name === null) return null;
  return (
    <article class="article" aria-busy={!loaded} data-testid="article">
      <nav aria-label="Articles">
        <select
          aria-label="Article"
          value={name}
          onChange={(event) => openArticle(event.currentTarget.value)}
        >
          <Options texts={ARTICLES} />
          <optgroup label="Lessons">
            <Options texts={LESSON_TEXTS} />
          </optgroup>
        </select>
        <button type="button" onClick={closeArticle}>
          Close
        </button>
      </nav>
      {loaded && 'failed' in loaded && (
        <p role="alert">This article could not be loaded. Is the program still on?</p>
      )}
      {loaded && 'tokens' in loaded && loaded.name === name && (
        <>
          {lesson.value === name && <Clock />}
          <Blocks tokens={loaded.tokens} />
          {lesson.value === name && <HandInForm key={name} name={name} questions={loaded.questions} />}
        </>
      )}
    </article>
  );
}

const Options = ({ texts }: { readonly texts: readonly TextEntry[] }) => (
  <>
    {texts.map(({ name, title }) => (
      <option key={name} value={name}>
        {title}
      </option>
    ))}
  </>
);

const Blocks = ({ tokens }: { readonly tokens: readonly Token[] }) => (
  <>
    {tokens.map((token, i) => (
      <Block key={i} token={token as Tokens.Generic} />
    ))}
  </>
);

const isNow = (heading: string): boolean =>
  partNow.value !== undefined && lessonPartOf(heading)?.title === partNow.value;

function Block({ token }: { readonly token: Tokens.Generic }): ComponentChildren {
  const inside = <Inline tokens={token.tokens ?? []} />;
  switch (token.type) {
    case 'heading':
      if (token.depth === 1) return <h2>{inside}</h2>;
      return <h3 data-now={isNow(token.text) || undefined}>{inside}</h3>;
    case 'paragraph':
      // The picture is for readers elsewhere: here the scene runs beside the text.
      return token.tokens?.every(({ type }) => type === 'image') ? null : <p>{inside}</p>;
    case 'code':
      return token.lang === 'yaml mission' ? (
        <MissionField />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is too wide.
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'list': {
      const items = (token.items as readonly Tokens.ListItem[]).map(({ tokens, raw }) => (
        <li key={raw}>
          <Inline tokens={tokens} />
        </li>
      ));
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    default:
      return null;
  }
}

const Inline = ({ tokens }: { readonly tokens: readonly Token[] }) => (
  <>
    {tokens.map((token, i) => (
      <Span key={i} token={token as Tokens.Generic} />
    ))}
  </>
);

function Span({ token }: { readonly token: Tokens.Generic }): ComponentChildren {
  const inside = token.tokens ? <Inline tokens={token.tokens} /> : (token.text ?? '');
  switch (token.type) {
    case 'em':
      return <em>{inside}</em>;
    case 'strong':
      return <strong>{inside}</strong>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return <Link href={token.href} words={token.text} />;
    default:
      return inside;
  }
}

/** `scene:seek`, `mission:2`, `tune:mass@light`, `calc:force/mass`, `ask:braking-distance`, another article; a guide is told by its name, since the page has none. */
function Link({ href, words }: { readonly href: string; readonly words: string }) {
  const [, kind, name = ''] = /^(scene|mission|tune|calc|ask):(.+)$/.exec(href) ?? [];
  const other = /^([\w-]+)\.md$/.exec(href)?.[1];
  if (kind === 'tune') return <TunedNumber name={name} written={words} />;
  if (kind === 'ask') return <QuestionField name={name} words={words} />;
  if (kind === 'calc') return <Calculated formula={name} written={words} />;
  if (kind === 'scene') {
    const isOpen = scene.value?.name === name;
    return (
      <Doing
        words={words}
        isOn={isOpen}
        isOff={!can('open') || !mayOperate.value}
        act={() => operate(isOpen ? { kind: 'restart' } : { kind: 'open', scene: name })}
      />
    );
  }
  if (kind === 'mission') {
    const index = Number(name) - 1;
    return (
      <Doing
        words={words}
        isOn={chosenMission.value === index}
        isOff={!mayDrive.value}
        act={() => chooseMission(index)}
      />
    );
  }
  if (other !== undefined) return <Doing words={words} act={() => openArticle(other)} />;
  return <span title={`In the folder docs: ${href.replace('../', '')}`}>{words}</span>;
}

interface DoingProps {
  readonly words: string;
  readonly act: () => void;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
}

const Doing = ({ words, act, isOn, isOff = false }: DoingProps) => (
  <button type="button" class="doing" aria-pressed={isOn} disabled={isOff} onClick={act}>
    {words}
  </button>
);
