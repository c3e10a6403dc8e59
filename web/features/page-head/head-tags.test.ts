import { describe, expect, it } from 'vitest'

import { type HeadFacts, headTags, missingPageHeadTags } from './head-tags.ts'

const facts: HeadFacts = {
  title: 'Asha Rao · Cheers',
  description: 'Songs from the monsoon',
  canonicalUrl: 'https://cheers.example/asha',
  image: { url: 'https://cheers.example/media/og/asha.png?v=1', alt: 'Asha Rao on Cheers' },
  type: 'profile',
  isAdultContent: false,
  isIndexed: true,
  feedUrl: 'https://cheers.example/asha/rss',
  structuredData: { '@type': 'Person', name: 'Asha Rao' },
}

describe('the head of a page', () => {
  it('is the same for search engines and shared links', () => {
    const head = headTags(facts)
    expect(head).toContain('<title>Asha Rao · Cheers</title>')
    expect(head).toContain('<meta name="description" content="Songs from the monsoon" />')
    expect(head).toContain('<link rel="canonical" href="https://cheers.example/asha" />')
    expect(head).toContain('<meta property="og:title" content="Asha Rao · Cheers" />')
    expect(head).toContain('<meta property="og:type" content="profile" />')
    expect(head).toContain(
      '<meta property="og:image" content="https://cheers.example/media/og/asha.png?v=1" />',
    )
    expect(head).toContain('<meta property="og:image:width" content="1200" />')
    expect(head).toContain('<meta property="og:image:height" content="630" />')
    expect(head).toContain('<meta property="og:image:alt" content="Asha Rao on Cheers" />')
    expect(head).toContain(
      '<meta name="twitter:image" content="https://cheers.example/media/og/asha.png?v=1" />',
    )
    expect(head).toMatch(
      /<link rel="alternate" type="application\/rss\+xml" [^>]*href="https:\/\/cheers\.example\/asha\/rss" \/>/,
    )
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image" />')
  })

  it('is kept from search engines where it shows what somebody searched for', () => {
    expect(headTags(facts)).not.toContain('robots')
    expect(headTags({ ...facts, isIndexed: false })).toContain('<meta name="robots" content="noindex" />')
  })

  it('cannot be escaped by a name', () => {
    const head = headTags({
      ...facts,
      title: '</title><script>alert(1)</script>',
      description: `" onload='x' &`,
      structuredData: { name: '</script><script>alert(1)</script>' },
    })
    expect(head).not.toContain('<script>')
    expect(head.match(/<\/script>/g)).toHaveLength(1)
    expect(head).toContain(String.raw`\u003c/script>\u003cscript>`)
    expect(head).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(head).toContain('content="&quot; onload=&#39;x&#39; &amp;"')
  })

  it('has no picture when the page shares none', () => {
    const head = headTags({ ...facts, image: null })
    expect(head).not.toContain('og:image')
    expect(head).toContain('content="summary"')
  })

  it('marks adult pages', () => {
    expect(headTags({ ...facts, isAdultContent: true })).toContain('<meta name="rating" content="adult" />')
  })

  it('keeps missing pages out of search engines', () => {
    expect(missingPageHeadTags('Page not found · Cheers')).toContain(
      '<meta name="robots" content="noindex" />',
    )
  })
})
