/** What the words of the page mean: for tooltips of the map, its legend and the charts, and for the help. */

const PAGE_WORDS: Readonly<Record<string, string>> = {
  sum: 'The sum of all behaviors’ forces, before the force limit.',
  'limited force': 'The sum of the forces, cut to the robot’s force limit: this force steers the robot.',
  'desired velocity': 'The velocity that the mission wants to reach.',
  velocity: 'How fast and where the robot moves.',
  'where it thinks it is':
    'The robot’s estimate of its place; it is inside the ring with a probability of 86 %.',
  'ghost, to compare': 'A robot for comparison. Other robots do not see or touch it.',
  'allowed speed': 'The speed that the safety limits leave of the wanted one.',
  left: 'Of the left wheel.',
  right: 'Of the right wheel.',
  forward: 'The mean of both wheels.',
  lateness: 'How late the last control step came.',
  'lost periods': 'Control steps that were left out because the computer was too slow.',
  battery: 'The measured voltage of the battery.',
};

const MARK_WORDS: Readonly<Record<string, string>> = {
  ahead: 'The part of the way that the behavior looks at.',
  alignment: 'Robots inside this radius count as neighbors.',
  'behind an obstacle': 'The target cannot see this place.',
  'behind the leader': 'The place that the robot wants behind its leader.',
  between: 'The robot wants to be between these two.',
  circle: 'The robot drives round on this circle.',
  cohesion: 'Robots inside this radius count as neighbors.',
  'field of view': 'Neighbors outside this angle are not seen.',
  'flees from': 'The robot moves away from here.',
  beacon: 'The direction in which the robot believes its beacon.',
  lamp: 'The direction in which the robot believes the lamp.',
  line: 'Where the robot’s sensors saw the line last.',
  flow: 'The direction of the flow field at this place.',
  'free way': 'The way that the robot has chosen between the obstacles.',
  way: 'The way to the goal round all that the robot remembers.',
  'nearest hit': 'The nearest thing that the robot knows of.',
  window: 'The robot looks for its way within this.',
  'nearest robot': 'The other robot that is nearest.',
  'look-ahead': 'The point of its way that the robot steers for.',
  look: 'Before it drives on, it looks this far to either side of its way.',
  'hiding place': 'Here an obstacle hides the robot.',
  'keeps clear of': 'The robot keeps out of this circle.',
  'kept inside': 'The robot stays within this border.',
  'kept out of': 'The obstacle, enlarged by the robot’s size and a margin: its center stays outside.',
  "the leader's way": 'The robot leaves this way free for its leader.',
  'line of sight': 'From the threat to the hiding place.',
  'mean velocity, 1 s': 'The mean velocity of the neighbors, drawn for one second.',
  'middle of the neighbors': 'The robot is drawn towards this place.',
  middle: 'The place halfway between the two.',
  'off the path': 'How far away the nearest place on the path is.',
  offset: 'The place beside the target that the robot wants.',
  'panic distance': 'The robot flees only from threats inside this circle.',
  'path band': 'Inside the band around the path the robot is not corrected.',
  place: 'The place that the robot goes to.',
  predicted: 'Where the behavior expects the robot or its target to be soon.',
  prediction: 'From the present to the expected place.',
  separation: 'Robots inside this radius push the robot away.',
  'slowing radius': 'Inside this circle the robot slows down.',
  target: 'Where the robot wants to go.',
  threat: 'The robot hides from this.',
  'turned wish': 'Where the robot would be in a second if it only drove round the others.',
  'to the middle': 'From the robot to the place between the two.',
  'waits for': 'The robot waits for the one ahead of it.',
  mouth: 'Where the lane through the door begins.',
  'goes before': 'The robot files through the door behind this one.',
  'wander circle': 'The wander point moves on this circle.',
  'wander point': 'The robot steers towards this point, which moves at random.',
};

/** Undefined for a word that explains itself, such as the name of a behavior. */
export const meaningOf = (word: string): string | undefined => PAGE_WORDS[word] ?? MARK_WORDS[word];

export const isMarkExplained = (label: string): boolean => label in MARK_WORDS;

/** For the help: each word with its meaning. */
export const GLOSSARY: readonly (readonly [word: string, meaning: string])[] = Object.entries(PAGE_WORDS);
