import { expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/calibrate/findings.js';
import { withFindings } from '../../../src/cli/calibrate/writeFindings.js';
import { loadText } from '../../../src/config/loadFile.js';
import { rootFile } from '../../support/runs.js';

const text = loadText(rootFile('robots/scout.yaml'));
const LATENCY: Finding = {
  what: 'delay',
  path: ['control', 'latency'],
  unit: 's',
  file: 0.04,
  value: 0.07,
  deviation: 0.001,
  verdict: 'sure',
  why: '',
};

it('a latency that was measured is written', () => {
  expect(withFindings({ file: 'r.yaml', text }, [LATENCY])).toMatch(/latency: 70 ms .*# command to torque/);
});

it('`latency: measured` stays: it is measured again whenever the robot drives', () => {
  const measured = text.replace('latency: 40 ms', 'latency: measured');
  expect(withFindings({ file: 'r.yaml', text: measured }, [LATENCY])).toBe(measured);
});
