import { defineConfig } from 'vitest/config';

const common = {
  setupFiles: ['test/support/seed.ts'],
  testTimeout: 180_000,
  hookTimeout: 60_000,
  // In CI the terminal's colors are on.
  env: { NO_COLOR: '1' },
};

/** A browser, a robot and a program in real time: one after the other, when nothing else needs the machine. */
const inRealTime = [
  'test/browser/**/*.test.ts',
  'test/playground/page.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/enterStops.test.ts',
  'test/cli/firstDrive.test.ts',
  'test/cli/tryWheels/atTheTerminal.test.ts',
  'test/package/**/*.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: inRealTime,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'in real time',
          include: inRealTime,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
