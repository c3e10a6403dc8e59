import { describe, expect, it } from 'vitest'

import { contentsText } from './locked-content.tsx'

const none = { videos: 0, audios: 0, pictures: 0, playMs: null }

describe('what a locked post holds', () => {
  it.each([
    [{ videos: 1, pictures: 3, playMs: 720_000 }, 'Video, 12 min · 3 pictures'],
    [{ videos: 1 }, 'Video'],
    [{ audios: 1, playMs: 90_000 }, 'Audio, 2 min'],
    [{ videos: 2, audios: 1, playMs: 3_600_000 }, '2 videos · 1 audio track · 1 h'],
    [{ pictures: 1 }, '1 picture'],
  ])('%j: %s', (given, text) => {
    expect(contentsText({ contents: { ...none, ...given }, fileCount: 0 })).toBe(text)
  })

  it('counts files', () => {
    const contents = { ...none, videos: 1, playMs: 720_000 }
    expect(contentsText({ contents, fileCount: 3 })).toBe('Video, 12 min · 3 files')
    expect(contentsText({ contents: none, fileCount: 1 })).toBe('1 file')
  })

  it('is not said of text alone, nor of an open post', () => {
    expect(contentsText({ contents: none, fileCount: 0 })).toBeNull()
    expect(contentsText({ contents: null, fileCount: 2 })).toBeNull()
  })
})
