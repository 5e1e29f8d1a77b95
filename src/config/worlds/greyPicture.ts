/** A picture without colors. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** 0 is black, 255 white; row by row from the top. */
  readonly grey: Uint8Array;
}
