import { describe, expect, it } from 'vitest'

import { type EditorContent, hasContent } from './blocks.ts'

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
