import { describe, expect, it } from 'vitest'

import { type HeadFacts, headTags, missingPageHeadTags } from './head-tags.ts'

const facts: HeadFacts = {
  title: 'Asha Rao · Cheers',
  description: 'Songs from the monsoon',
  canonicalUrl: 'https://cheers.example/asha',
  imageUrl: 'https://cheers.example/media/banner.webp',
  isImageWide: true,
  type: 'profile',
  isAdultContent: false,
}

describe('the head of a page', () => {
  it('tells search engines and shared links the same', () => {
    const head = headTags(facts)
    expect(head).toContain('<title>Asha Rao · Cheers</title>')
    expect(head).toContain('<meta name="description" content="Songs from the monsoon" />')
    expect(head).toContain('<link rel="canonical" href="https://cheers.example/asha" />')
    expect(head).toContain('<meta property="og:title" content="Asha Rao · Cheers" />')
    expect(head).toContain('<meta property="og:type" content="profile" />')
    expect(head).toContain('<meta property="og:image" content="https://cheers.example/media/banner.webp" />')
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image" />')
  })

  it('cannot be broken out of by a name', () => {
    const head = headTags({
      ...facts,
      title: '</title><script>alert(1)</script>',
      description: `" onload='x' &`,
    })
    expect(head).not.toContain('<script>')
    expect(head).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(head).toContain('content="&quot; onload=&#39;x&#39; &amp;"')
  })

  it('has no picture when the page shares none', () => {
    const head = headTags({ ...facts, imageUrl: null })
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
