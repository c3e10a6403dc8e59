import { seeded } from '#server/testing/proofs/seeded.ts'

/*
 * Other values for the same attacks. Without PROVE_SEED they are those that once took a node down; with it, sizes,
 * spellings, places and order are the seed's own, so that a fix of one value can't pass for a fix of its cause.
 */

const given = process.env['PROVE_SEED']
const below = given === undefined ? null : seeded(Number(given))

/** Printed with a run, so that it can be repeated. */
export const varietyName = given === undefined ? 'the values of the findings' : `seed ${given}`

/** A whole number from `from` up to `to`, both included; `usual` without a seed. */
export function sized(usual: number, from: number, to: number): number {
  return below ? from + below(to - from + 1) : usual
}

/** One that `make` builds from the seed; `usual` without one. */
export function otherwise<Value>(usual: Value, make: (pick: (below: number) => number) => Value): Value {
  return below ? make(below) : usual
}

/** The usual values, and as many again that `make` builds from the seed. */
export function andOthers<Value>(
  usual: readonly Value[],
  make: (pick: (below: number) => number) => Value,
): Value[] {
  const others = below ? usual.map(() => make(below)) : []
  return [...usual, ...others]
}

/** The same in upper and lower case at random, as header values may be spelled. */
export function respelled(text: string, pick: (below: number) => number): string {
  return text.replace(/\w/g, (sign) => (pick(2) === 0 ? sign.toUpperCase() : sign.toLowerCase()))
}

const OPENING = [
  '<',
  '‹',
  '&',
  '[',
  '(',
  '{',
  '*',
  '_',
  '`',
  '~',
  '<a ',
  '<b',
  '<!',
  '&#',
  '](',
  '-->',
  '\\',
  '"',
  '\t',
]

/** A text of signs that open something, or may: one or two of them, over and over, so many characters long. */
export function openedMarks(pick: (below: number) => number, length: number): string {
  const some = () => OPENING[pick(OPENING.length)] ?? '<'
  const piece = some() + (pick(2) === 0 ? '' : some())
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}
