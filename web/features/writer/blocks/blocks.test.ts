import { describe, expect, it } from 'vitest'

import { POST_CONTENT_MAX_BYTES } from '#contract/posts/limits.ts'

import { type EditorContent, hasContent, isTooLong } from './blocks.ts'

function written(type: string, data: Record<string, unknown>): EditorContent {
  return { blocks: [{ type, data }] }
}

describe('whether there is anything to publish', () => {
  it('needs more than an untouched or emptied editor', () => {
    expect(hasContent(null)).toBe(false)
    expect(hasContent({ blocks: [] })).toBe(false)
    expect(hasContent(written('paragraph', { text: '<b>&nbsp;</b> <br>' }))).toBe(false)
    expect(hasContent(written('header', { text: '', level: 2 }))).toBe(false)
    expect(hasContent(written('list', { style: 'unordered', items: [{ content: ' ', items: [] }] }))).toBe(
      false,
    )
    expect(hasContent(written('linkTool', { link: ' ', meta: {} }))).toBe(false)
  })

  it('is content as soon as one block says something', () => {
    expect(hasContent(written('paragraph', { text: 'Hello' }))).toBe(true)
    expect(hasContent(written('linkTool', { link: 'https://a.example', meta: {} }))).toBe(true)
    expect(
      hasContent(written('list', { items: [{ content: '', items: [{ content: 'deep', items: [] }] }] })),
    ).toBe(true)
  })
})

describe('a post that is too long', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })

  it('has more than 256 KB, counted as it is sent', () => {
    expect(isTooLong({ blocks: [paragraph('a'.repeat(POST_CONTENT_MAX_BYTES - 100))] })).toBe(false)
    expect(isTooLong({ blocks: [paragraph('a'.repeat(POST_CONTENT_MAX_BYTES))] })).toBe(true)
    expect(isTooLong({ blocks: [paragraph('क'.repeat(POST_CONTENT_MAX_BYTES / 2))] })).toBe(true)
  })

  it('or more blocks than a post may have', () => {
    expect(isTooLong({ blocks: Array.from({ length: 2000 }, () => paragraph('x')) })).toBe(false)
    expect(isTooLong({ blocks: Array.from({ length: 2001 }, () => paragraph('x')) })).toBe(true)
  })
})
