/** The first scenario of a new robot: a square metre, and what to try next. */

/** @param robot the path of its file, relative to the scenario's */
export const firstDriveText = (name: string, robot: string): string =>
  `# The first drive of ${name.replace(/-first-drive$/, '')}: round a square metre, and back to where it began.
name: ${name}
duration: 120 s          # simulated; it ends when the goal is reached

# What stands in its way, and moves; [x, y] in metres, x forward, y to the left.
# world:
#   boxes: [{ at: [0.5, 0.5], size: [0.2, 0.2] }]

# What the true body does otherwise than its file says: here a left wheel that is 5 % weak.
# plant:
#   wheelSpeedError: { left: -0.05 }

robots:
  - id: a
    robot: ${robot}
    at: { x: 0, y: 0, heading: 0 deg }
    mission:
      followPath: { path: [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]] }
      # arrive: { target: [1, 0.5] }       # instead: go to a point, and stand still there

# It passes when all of them come true; \`steerbot sim\` then ends with 0.
criteria:
  - arrived: { within: 50 mm }
  - contacts: { atMost: 0 }
`;
