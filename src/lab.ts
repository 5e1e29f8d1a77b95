/** `steerbot/lab`: many runs from a program, and what they tell. */
export type { ExperimentResult, FigureDifference, FigureSpread, ScenarioSummary } from './study/result.js';
export type { CriterionRow, Figures, RunRow } from './study/runRow.js';
export {
  type BootstrapResult,
  bootstrap,
  type IntervalEstimate,
  type Spread,
  spreadOf,
} from './study/statistics.js';
export { type Study, type StudyOptions, study } from './study/study.js';
