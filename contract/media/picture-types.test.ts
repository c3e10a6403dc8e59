import { describe, expect, test } from 'vitest'

import { isSequence, pictureTypeOf } from './picture-types.ts'

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

describe('a picture is known by its first bytes', () => {
  test.each([
    ['JPEG', '\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF'],
    ['PNG', '\u0089PNG\r\n\u001A\n'],
    ['GIF', 'GIF89a'],
    ['GIF', 'GIF87a'],
    ['WebP', 'RIFF\u0010\0\0\0WEBPVP8 '],
    ['AVIF', '\0\0\0\u001Cftypavif\0\0\0\0avifmif1miaf'],
    ['AVIF', '\0\0\0\u001Cftypavis\0\0\0\0avismsf1miaf'],
    ['AVIF', '\0\0\0\u0018ftypmif1\0\0\0\0mif1avif'],
    ['HEIC', '\0\0\0\u0024ftypheic\0\0\0\0mif1MiHBMiHEheic'],
    ['HEIC', '\0\0\0\u0018ftypmif1\0\0\0\0mif1heic'],
    ['HEIC', '\0\0\0\u0018ftypheix\0\0\0\0mif1heix'],
    ['HEIC', '\0\0\0\u0014ftypmif1\0\0\0\0mif1'],
    [null, 'This is a text that is called photo.jpg'],
    [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [null, 'RIFF\u0010\0\0\0WAVEfmt '],
    [null, '\0\0\0\u0018ftypisom\0\0\0\0isomavc1'],
    [null, '\0\0\0\u0018ftypqt  \0\0\0\0qt  \0\0\0\0'],
    // What comes after the list of brands is none.
    [null, '\0\0\0\u0014ftypisom\0\0\0\0isomheic'],
    [null, ''],
  ] as const)('%s', (type, text) => expect(pictureTypeOf(bytes(text))).toBe(type))

  test('and so is a sequence of pictures', () => {
    expect(isSequence(bytes('\0\0\0\u001Cftypavis\0\0\0\0avismsf1miaf'))).toBe(true)
    expect(isSequence(bytes('\0\0\0\u001Cftypavif\0\0\0\0avifmif1miaf'))).toBe(false)
  })
})
