/** One measured figure with its target: at most `most`, or at least `least`. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  most?: number;
  least?: number;
}
