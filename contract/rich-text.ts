/** A private character, which is never shown. Names can't hold it: see `hasHiddenCharacters`. */
const EDGE = '\uE000'

/**
 * Words of a message that stand inside an element, such as a link: the message stays one sentence, and RichText puts
 * the element around them. Without words it is a place for an element that brings its own.
 */
export function slot(name: string, words = ''): string {
  return `${EDGE}${name}${EDGE}${words}${EDGE}`
}

/** Words that are only read aloud, such as what a button is about. */
export function readAloud(words: string): string {
  return slot('aloud', words)
}

/** A message's pieces, plain words and slots in turn: words, then the name and the words of a slot, and so on. */
export function piecesOf(text: string): string[] {
  return text.split(EDGE)
}
