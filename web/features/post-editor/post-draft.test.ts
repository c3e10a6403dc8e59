import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { discardDraft, findDraft, saveDraft } from './post-draft.ts'

const draft = { content: { blocks: [{ type: 'paragraph', data: { text: 'Hello' } }] }, planId: '' }

describe('the draft of a post', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is restored, per page, until it is discarded', () => {
    expect(saveDraft('Asha', draft)).toBe(true)
    expect(findDraft('asha')).toEqual(draft)
    expect(findDraft('ravi')).toBeNull()
    discardDraft('asha')
    expect(findDraft('asha')).toBeNull()
  })

  it('is empty when the stored data cannot be read', () => {
    localStorage.setItem('post-draft:asha', '{"content":')
    expect(findDraft('asha')).toBeNull()
    localStorage.setItem('post-draft:asha', '{"content":{"blocks":3},"planId":""}')
    expect(findDraft('asha')).toBeNull()
  })

  it('says so when the browser stores nothing', () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(saveDraft('asha', draft)).toBe(false)
  })
})
