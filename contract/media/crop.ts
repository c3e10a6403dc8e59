/**
 * The part of a picture that is kept, in fractions of its width and height as it is seen: upright, after the camera's
 * orientation has been applied.
 */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

/** The text of a crop. */
export function cropAsText({ left, top, width, height }: Crop): string {
  return [left, top, width, height].map((fraction) => Math.min(1, Math.max(0, fraction)).toFixed(9)).join(',')
}
