import { describe, expect, it } from 'vitest'

import { HLS_TYPE, isAnother, type Playback, qualitiesOf, sourcesOf } from './sources.ts'

const NOTHING: Playback = {
  _id: '0192f3c4-0000-7000-8000-000000000001',
  kind: 'video',
  alt: '',
  widthPx: 1280,
  heightPx: 720,
  durationMs: 40_000,
  placeholder: null,
  state: 'ready',
  progress: 100,
  src: null,
  mime: null,
  srcSet: [],
  poster: null,
  hls: null,
  lowSrc: null,
  audioOnlySrc: null,
  captions: [],
  expiresAt: null,
}
const original = { ...NOTHING, src: '/media/s/a/original.mp4', mime: 'video/mp4' }
const ladder = {
  ...original,
  hls: '/media/s/a/hls/master.m3u8',
  lowSrc: '/media/s/a/low.mp4',
  audioOnlySrc: '/media/s/a/sound.m4a',
}

describe('the sources of a video', () => {
  it('are the quality ladder, and the file where the browser does not support it', () => {
    expect(sourcesOf(ladder, 'auto')).toEqual([
      { url: ladder.hls, type: HLS_TYPE },
      { url: ladder.src, type: null },
    ])
    expect(sourcesOf(original, 'auto')).toEqual([{ url: original.src, type: null }])
    expect(sourcesOf(NOTHING, 'auto')).toEqual([])
  })

  it('are small for data savers, or sound only', () => {
    expect(sourcesOf(ladder, 'saver')).toEqual([{ url: ladder.lowSrc, type: null }])
    expect(sourcesOf(ladder, 'sound')).toEqual([{ url: ladder.audioOnlySrc, type: null }])
  })

  it('are the existing ones when the smaller one is missing', () => {
    expect(sourcesOf(original, 'saver')).toEqual([{ url: original.src, type: null }])
    expect(sourcesOf({ ...original, lowSrc: ladder.lowSrc }, 'sound')).toEqual([
      { url: ladder.lowSrc, type: null },
    ])
  })
})

describe('the choice of a quality', () => {
  it('offers what exists', () => {
    expect(qualitiesOf(ladder)).toEqual(['auto', 'saver', 'sound'])
    expect(qualitiesOf({ ...ladder, audioOnlySrc: null })).toEqual(['auto', 'saver'])
    expect(qualitiesOf(original)).toEqual(['auto'])
  })
})

describe('a later answer for the same medium', () => {
  it('is ignored when only its signatures are new, so nothing starts over', () => {
    expect(isAnother(original, { ...original, src: '/media/s/b/original.mp4', progress: 80 })).toBe(false)
  })

  it('counts when it has something new', () => {
    expect(isAnother(original, ladder)).toBe(true)
    expect(isAnother(original, { ...original, alt: 'A harbour' })).toBe(true)
    expect(isAnother(original, { ...original, state: 'failed' })).toBe(true)
  })
})
