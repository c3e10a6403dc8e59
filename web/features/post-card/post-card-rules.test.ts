import { describe, expect, it } from 'vitest'

import { withLinksInNewTabs } from './post-text.tsx'

describe('links in a post', () => {
  it('open in a new tab even when nothing was set', () => {
    expect(withLinksInNewTabs('<p><a href="https://a.example">a</a></p>')).toBe(
      '<p><a target="_blank" rel="noopener noreferrer ugc" href="https://a.example">a</a></p>',
    )
  })

  it('are found in a single pass', () => {
    const hostile = '<a '.repeat(200_000)
    expect(withLinksInNewTabs(hostile).length).toBeGreaterThan(hostile.length)
  })

  it('are left alone when they already do, as are other tags', () => {
    const html = '<p><abbr>x</abbr><a class="link-card" href="/x" target="_blank">a</a></p>'
    expect(withLinksInNewTabs(html)).toBe(html)
  })
})
