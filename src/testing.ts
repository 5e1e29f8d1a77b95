/** `steerbot/testing`: a program's own streams in virtual time. */
export { type VirtualDriveOptions, virtualDrive } from './drive/virtualDrive.js';
