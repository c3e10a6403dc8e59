/** What a browser's own key event and React's have in common. */
interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** The code of a key that an input method handles (UI Events, "keyCode"). */
const HANDLED_BY_INPUT_METHOD = 229

/**
 * Whether a key belongs to an input method that is still putting a word together. Safari ends the composition before it
 * reports the Enter that ended it, so `isComposing` is false there and only the code tells.
 */
export function isComposing({ isComposing: isBrowserSure, keyCode }: KeyPress): boolean {
  return isBrowserSure || keyCode === HANDLED_BY_INPUT_METHOD
}
