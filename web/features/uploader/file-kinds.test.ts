import { describe, expect, it, test } from 'vitest'

import { ACCEPTED, isHeic, kindOf, pictureFault } from './file-kinds.ts'

it('only pictures, videos and audio files are media', () => {
  expect(kindOf({ type: 'image/png', name: 'a' })).toBe('image')
  expect(kindOf({ type: 'audio/mpeg', name: 'a' })).toBe('audio')
  expect(kindOf({ type: 'application/pdf', name: 'a.m4a' })).toBeNull()
  expect(kindOf({ type: '', name: 'a' })).toBeNull()
})

test.each([
  ['IMG_0001.HEIC', 'image'],
  ['talk.flac', 'audio'],
  ['talk.m4a', 'audio'],
  ['film.mkv', 'video'],
  ['notes.txt', null],
])('where the browser knows no type, the name tells: %s', (name, kind) =>
  expect(kindOf({ type: '', name })).toBe(kind),
)

test.each(['.m4a', '.flac', 'audio/mp4', 'audio/flac', 'audio/mpeg'])('the audio picker offers %s', (type) =>
  expect(ACCEPTED.audio.split(',')).toContain(type),
)

test.each([
  ['image/heic', 'a', true],
  ['image/heif', 'a.heif', true],
  ['', 'IMG_0001.HEIC', true],
  ['image/jpeg', 'a.jpg', false],
  ['text/plain', 'a.heic', false],
])('%s, called %s, is HEIC: %s', (type, name, is) => expect(isHeic({ type, name })).toBe(is))

describe('a picture that the browser cannot show', () => {
  test.each([
    ['\u00FF\u00D8\u00FF\u00E0', /JPEG picture is damaged/],
    ['\u0089PNG', /PNG picture is damaged/],
    ['\0\0\0\u0018ftypheic\0\0\0\0mif1heic', /HEIC.*JPEG/],
    ['a text', /choose a JPEG, PNG/],
  ])('is refused by what it is: %j', async (text, message) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    expect(await pictureFault(new Blob([bytes]))).toMatch(message)
  })
})
