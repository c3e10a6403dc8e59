import { describe, expect, it } from 'vitest'

import { withLinksInNewTabs } from './post-html.ts'
import { videoSource } from './video-source.ts'

describe('links in a post', () => {
  it('open in a new tab even when nothing was set', () => {
    expect(withLinksInNewTabs('<p><a href="https://a.example">a</a></p>')).toBe(
      '<p><a target="_blank" rel="noopener noreferrer ugc" href="https://a.example">a</a></p>',
    )
  })

  it('are left alone when they already do, and other tags always', () => {
    const html = '<p><abbr>x</abbr><a class="link-card" href="/x" target="_blank">a</a></p>'
    expect(withLinksInNewTabs(html)).toBe(html)
  })
})

describe('what plays a post’s video', () => {
  const host = 'cheers.example'

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?dnt=1'],
    ['https://player.vimeo.com/video/123456789', 'https://player.vimeo.com/video/123456789?dnt=1'],
    [
      'https://www.twitch.tv/videos/987654',
      'https://player.twitch.tv/?video=987654&parent=cheers.example&autoplay=false',
    ],
    ['https://twitch.tv/asha', 'https://player.twitch.tv/?channel=asha&parent=cheers.example&autoplay=false'],
  ])('%s is an embedded frame', (url, src) => {
    expect(videoSource(url, host)).toEqual({ kind: 'frame', src })
  })

  it.each([
    '/media/abc.mp4?signature=1',
    'https://cdn.cheers.example/a.mp4',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="><script>',
  ])('%s is a file', (url) => {
    expect(videoSource(url, host)).toEqual({ kind: 'file', src: url })
  })
})
