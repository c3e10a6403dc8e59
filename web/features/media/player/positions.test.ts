import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { findPosition, keepPosition, rememberPosition } from './positions.ts'

describe('the position where a recording was stopped', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is restored', () => {
    rememberPosition('a', 61.7, 600)
    rememberPosition('b', 300, 600)
    expect([findPosition('a'), findPosition('b'), findPosition('c')]).toEqual([61, 300, 0])
  })

  it('is the beginning when it was hardly started or played to the end', () => {
    rememberPosition('a', 300, 600)
    rememberPosition('a', 596, 600)
    expect(findPosition('a')).toBe(0)
    rememberPosition('a', 4, 600)
    expect(findPosition('a')).toBe(0)
  })

  it('is kept only for the latest ones', () => {
    for (let index = 0; index < 40; index++) rememberPosition(`m${index}`, 100 + index, 600)
    expect(findPosition('m39')).toBe(139)
    expect(findPosition('m0')).toBe(0)
  })

  it('is the beginning when the stored data cannot be read', () => {
    kept.set('media-positions', '{')
    expect(findPosition('a')).toBe(0)
    kept.set('media-positions', '[["a","x"]]')
    expect(findPosition('a')).toBe(0)
  })

  describe('of a video', () => {
    /** What {@link keepPosition} knows of a video. */
    function aVideo(): HTMLVideoElement {
      const facts = { currentTime: 0, duration: 600, readyState: 4, paused: true }
      return Object.assign(new EventTarget(), facts) as unknown as HTMLVideoElement
    }

    it('is where it begins once it plays', () => {
      const video = aVideo()
      const end = keepPosition(video, 'v')
      video.currentTime = 200.4
      video.dispatchEvent(new Event('pause'))
      end()

      const again = aVideo()
      keepPosition(again, 'v')
      expect(again.currentTime).toBe(0)
      again.dispatchEvent(new Event('play'))
      expect(again.currentTime).toBe(200)
    })

    it('is kept when it leaves the page while it plays', () => {
      const video = Object.assign(aVideo(), { currentTime: 90, paused: false })
      keepPosition(video, 'v')()
      expect(findPosition('v')).toBe(90)
    })

    it('gives way to a link into it', () => {
      rememberPosition('v', 90, 600)
      const video = aVideo()
      keepPosition(video, 'v')
      video.currentTime = 300
      video.dispatchEvent(new Event('play'))
      expect(video.currentTime).toBe(300)
    })
  })
})
