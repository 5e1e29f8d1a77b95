/** What comes of the run: crossings while it goes on, criteria once it is judged. */
import { computed } from '@preact/signals';
import { frame } from '../store.js';
import { formatFixed } from '../words.js';

const crossings = computed(() => frame.value?.flow?.crossings);
const perSecond = computed(() => formatFixed(frame.value?.flow?.perSecond, 2));
const verdict = computed(() => JSON.stringify(frame.value?.verdict ?? []));

export const hasResults = computed(() => crossings.value !== undefined || verdict.value !== '[]');

export function Results() {
  const criteria = JSON.parse(verdict.value) as { words: string; passed: boolean }[];
  return (
    <div class="results">
      {crossings.value !== undefined && (
        <dl class="flow">
          <div>
            <dt>Crossings</dt>
            <dd>{crossings}</dd>
          </div>
          <div>
            <dt>a second, last 10 s</dt>
            <dd>{perSecond}</dd>
          </div>
        </dl>
      )}
      <ul class="verdict">
        {criteria.map(({ words, passed }) => (
          <li key={words} data-passed={passed}>
            <strong>{passed ? '✓ passed' : '✗ failed'}</strong> {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
