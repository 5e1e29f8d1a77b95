/** What a lesson has besides its text: a clock, questions, the mission to be changed, and the hand-in. */
import { useEffect, useId, useState } from 'preact/hooks';
import { downloadYaml } from '../download.js';
import { hasResults, outcome } from '../scenes/results.js';
import { Results } from '../scenes/Scenes.js';
import { can, mayOperate, scene } from '../store.js';
import { clockWords } from './clock.js';
import { handInFile, handInText } from './handIn.js';
import {
  answer,
  beginAnew,
  by,
  elapsed,
  isRunning,
  lesson,
  parts,
  runWritten,
  sign,
  time,
  toggleClock,
  work,
} from './work.js';

export function Clock() {
  const { part, left, total } = time.value;
  const now = parts.value[part];
  const hasBegun = isRunning.value || elapsed.value > 0;
  return (
    <div class="lesson-clock" data-testid="lesson-clock">
      <p role="timer">
        {now ? (
          <>
            <strong class="number">{clockWords(left)}</strong>
            {` for part ${part + 1} of ${parts.value.length}: ${now.title}. `}
            <span class="note">{`${clockWords(total)} of the lesson.`}</span>
          </>
        ) : (
          <strong>Time is over. Hand in what you have.</strong>
        )}
      </p>
      {now && (
        <button type="button" onClick={toggleClock}>
          {isRunning.value ? 'Pause' : hasBegun ? 'Go on' : 'Start'}
        </button>
      )}
    </div>
  );
}

export function QuestionField({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <label class="question">
      <span>{words}</span>
      <textarea
        rows={1}
        data-sentence
        maxLength={1000}
        value={work.value.answers[name] ?? ''}
        onInput={({ currentTarget }) => answer(name, currentTarget.value)}
      />
    </label>
  );
}

/** The mission of the running scene, to be changed and run. */
export function MissionField() {
  const id = useId();
  const text = scene.value?.missionText ?? '';
  // Another mission has come, from here, from a file or by a slider: a draft of the one before is over.
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => setDraft(null), [text]);
  const shown = draft ?? text;
  const isOff = !can('write') || !mayOperate.value || scene.value?.name !== lesson.value;
  const run = () => runWritten(shown);
  return (
    <div class="mission-field">
      <label for={id}>Mission</label>
      <textarea
        id={id}
        data-sentence
        data-testid="mission-text"
        rows={Math.min(16, Math.max(4, shown.split('\n').length + 1))}
        spellcheck={false}
        autocapitalize="off"
        disabled={isOff}
        value={shown}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
        }}
      />
      {scene.value?.mistake !== undefined && (
        <pre class="mission-mistake" role="alert">
          {scene.value.mistake}
        </pre>
      )}
      <p>
        <button type="button" disabled={isOff || shown.trim() === ''} onClick={run}>
          Run it
        </button>{' '}
        <span class="note">
          {isOff ? 'Open the lesson’s scene to change its mission.' : 'It begins again with this mission.'}
        </span>
      </p>
      {!isOff && hasResults.value && (
        <>
          {outcome.value && (
            <p class="outcome" data-passed={outcome.value.passed}>
              {outcome.value.words}
            </p>
          )}
          <Results />
        </>
      )}
    </div>
  );
}

export function HandInForm({ name, questions }: { readonly name: string; readonly questions: number }) {
  const id = useId();
  const [file, setFile] = useState('');
  const { answers, mission } = work.value;
  const given = Object.values(answers).filter((words) => words.trim() !== '').length;
  const save = (): void => {
    const called = handInFile(by.value, name);
    const handIn = {
      ...{ lesson: name, by: by.value.trim(), answers },
      took: elapsed.value,
      mission: mission ?? '',
    };
    downloadYaml(called, handInText(handIn));
    setFile(called);
  };
  return (
    <section class="hand-in" aria-label="Hand in">
      <h3>Hand in</h3>
      <p>
        <label for={id}>Your name</label>{' '}
        <input
          id={id}
          data-sentence
          autocomplete="off"
          maxLength={80}
          value={by.value}
          onInput={({ currentTarget }) => sign(currentTarget.value)}
        />{' '}
        <button type="button" disabled={by.value.trim() === '' || mission === undefined} onClick={save}>
          Hand in
        </button>
      </p>
      <p class="note" role="status">
        {file
          ? `Saved as ${file}, with ${given} of ${questions} answers. Give this file to your teacher.`
          : `It saves a file with your ${given} of ${questions} answers and your mission, as you last ran it.`}
      </p>
      <BeginAnew />
    </section>
  );
}

/** Pressed twice, since nothing brings it back. */
function BeginAnew() {
  const [isAsked, ask] = useState(false);
  return (
    <p>
      <button
        type="button"
        class="doing"
        onClick={() => {
          if (isAsked) beginAnew();
          ask(!isAsked);
        }}
        onBlur={() => ask(false)}
      >
        {isAsked ? 'Yes, clear everything' : 'Begin anew'}
      </button>{' '}
      <span class="note">clears name, answers, missions and clocks of all lessons, for the next pupil.</span>
    </p>
  );
}
