/** Why a recording cannot go on, by drive or in simulation. */
import { FileError, placedFault } from '../../validation/errors.js';

export const cannotResume = ({ file }: { readonly file: string }, why: string): FileError =>
  new FileError([placedFault(file, 1, 1, `it cannot be resumed: ${why}`)]);
