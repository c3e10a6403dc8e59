import { describe, expect, it } from 'vitest'

import { MATCH_BEGIN, MATCH_END, piecesOf } from './excerpts.ts'

const match = (word: string) => `${MATCH_BEGIN}${word}${MATCH_END}`
const textOf = (...given: Parameters<typeof piecesOf>) =>
  piecesOf(...given)
    .map(({ text }) => text)
    .join('')

describe('an excerpt of a post that was found', () => {
  const html =
    '<p>Half of these <b>songs</b> is the room, and the room is a kitchen. It rained &amp; rained.</p>'

  it('begins with the post where it is taken from its beginning', () => {
    expect(textOf(`Half of these  ${match('songs')}  is the room, and`, html)).toBe(
      'Half of these  songs  is the room, and',
    )
  })

  it('says where it begins in the midst of it', () => {
    expect(textOf(`${match('songs')} is the room, and the room`, html)).toBe(
      '…songs is the room, and the room',
    )
    expect(textOf(`room, and the ${match('room')} is`, html)).toBe('…room, and the room is')
  })

  it('is nothing where there is no text', () => {
    expect(piecesOf(null, null)).toEqual([])
    expect(piecesOf('', '')).toEqual([])
  })

  it('reads past marks, entities and breaks, in any script', () => {
    expect(textOf(`“It rained &amp; ${match('rained')}`, '<p>“It&nbsp;rained &amp; rained.”</p>')).toBe(
      '“It rained & rained',
    )
    expect(textOf(`बारिश की ${match('रात')}`, '<h2>बारिश</h2><p>की रात</p>')).toBe('बारिश की रात')
    expect(textOf(`की ${match('रात')} लंबी`, '<h2>बारिश</h2><p>की रात लंबी</p>')).toBe('…की रात लंबी')
  })
})
