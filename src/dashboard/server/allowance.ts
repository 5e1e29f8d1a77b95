export class Allowance { constructor(_t: unknown) {} has(_k: string): boolean { return true; } }
