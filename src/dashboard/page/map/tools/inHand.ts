/** The tool in the hand. */
import { can, tool } from '../../store.js';
import { MoveTool } from './move.js';
import { PathTool } from './path.js';
import { TargetTool } from './target.js';
import type { Tool } from './tool.js';

const TOOL_BY_NAME = { target: new TargetTool(), path: new PathTool(), move: new MoveTool() };

/** Where nothing can be moved, the target's tool instead. */
export const activeTool = (): Tool =>
  TOOL_BY_NAME[tool.value === 'move' && !can('move') ? 'target' : tool.value];
