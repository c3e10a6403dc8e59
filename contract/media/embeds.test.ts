import { describe, expect, test } from 'vitest'

import { EMBED_ORIGINS, embedOf } from './embeds.ts'

function sourceOf(link: string): string | null {
  return embedOf(link, 'cheers.example')?.src ?? null
}

describe('the link of a video', () => {
  test.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1',
    ],
    [
      'https://youtu.be/dQw4w9WgXcQ?t=1m30s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1&start=90',
    ],
    [
      'http://m.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1',
    ],
    [
      'https://youtube.com/live/dQw4w9WgXcQ?feature=x',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    [
      'https://www.twitch.tv/videos/106400740',
      'https://player.twitch.tv/?video=106400740&parent=cheers.example&autoplay=false',
    ],
    [
      'https://www.twitch.tv/asha_live',
      'https://player.twitch.tv/?channel=asha_live&parent=cheers.example&autoplay=false',
    ],
    [
      'https://clips.twitch.tv/IncredulousAbstemiousFennelImGlitch',
      'https://clips.twitch.tv/embed?clip=IncredulousAbstemiousFennelImGlitch&parent=cheers.example&autoplay=false',
    ],
  ])('%s becomes a player', (link, src) => {
    expect(sourceOf(link)).toBe(src)
    expect(EMBED_ORIGINS).toContain(new URL(src).origin)
  })

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
    ['https://www.twitch.tv/videos/106400740', 'https://www.twitch.tv/videos/106400740'],
    ['https://www.twitch.tv/asha_live', 'https://www.twitch.tv/asha_live'],
    ['https://www.twitch.tv/asha/clip/Incredulous', 'https://clips.twitch.tv/Incredulous'],
  ])('%s has a page of its own', (link, page) => {
    expect(embedOf(link, 'cheers.example')?.link).toBe(page)
  })

  test.each([
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'data:text/html,youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/redirect?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://www.twitch.tv/directory/all',
    'not a link',
    '',
  ])('%s is refused', (link) => {
    expect(embedOf(link, 'cheers.example')).toBeNull()
  })

  test('takes nothing but identifiers from what was pasted', () => {
    expect(sourceOf('https://youtu.be/dQw4w9WgXcQ?autoplay=1&origin=https://evil.example#x')).toBe(
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1',
    )
  })
})
