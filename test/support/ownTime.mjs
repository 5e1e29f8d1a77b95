/**
 * Loaded before a program that is tested in real time: time that a busy machine takes away from it does not pass.
 *
 * A program whose loop looks at the clock every 20 ms, and was not run for 300 ms, would find its board silent for that
 * long, and stop the robot, as it should; but then the test is of the machine. What is tested against the wall clock
 * itself, such as a computer that sleeps, does without.
 */
const LONGEST_MS = 30;
const wall = performance.now.bind(performance);
let last = wall();
let own = last;

performance.now = () => {
  const now = wall();
  own += Math.min(now - last, LONGEST_MS);
  last = now;
  return own;
};
