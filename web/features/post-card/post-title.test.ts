import { describe, expect, test } from 'vitest'

import { nameOfPost, postTitle } from './post-title.ts'

const publishedAt = '2026-11-29T10:00:00.000Z'
const words = 'The first fold is the one that everything else hangs from, and I have made it wrong '
const named = 'The first fold is the one that everything else hangs from, and I have made it…'

describe('the name of a post', () => {
  test('is its title, its first words, or its day', () => {
    expect(nameOfPost({ title: 'Folding', excerpt: words, publishedAt })).toBe('Folding')
    expect(nameOfPost({ title: null, excerpt: 'Rain', publishedAt })).toBe('Rain')
    expect(nameOfPost({ title: null, excerpt: ' ', publishedAt })).toBe('A post of 29 November 2026')
    expect(nameOfPost({ title: null, excerpt: '', publishedAt: null })).toBe('Untitled')
  })

  test('is the same on its page as where only its beginning is known', () => {
    const content = `<p>${words}for ten years, of which I remember every one.</p><p>And more.</p>`
    const listed = `${words}for ten years, of which I remember every…`
    expect(postTitle({ title: null, content, publishedAt })).toBe(named)
    expect(nameOfPost({ title: null, excerpt: listed, publishedAt })).toBe(named)
  })
})
