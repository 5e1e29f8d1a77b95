export class LastShown { constructor(_t: unknown) {} show(_v: unknown) {} has(_r: string) { return true; } isOld(_s: number) { return false; } }
