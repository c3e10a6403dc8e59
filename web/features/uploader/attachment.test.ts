import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type AttachedFile, findAttachment, isSameFile, saveAttachment } from './attachment.ts'

const clip: AttachedFile = {
  type: 'file',
  kind: 'video',
  mediaId: '0192f3c4-0000-7000-8000-000000000001',
  fileName: 'harbour.mp4',
  sizeBytes: 3,
  modifiedMs: 1000,
  alt: '',
}

describe('the attachment of a post being written', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is restored, per page, until it is removed', () => {
    saveAttachment('Asha', clip)
    expect(findAttachment('asha')).toEqual(clip)
    expect(findAttachment('ravi')).toBeNull()
    saveAttachment('asha', { type: 'link', url: 'https://youtu.be/dQw4w9WgXcQ' })
    expect(findAttachment('asha')).toEqual({ type: 'link', url: 'https://youtu.be/dQw4w9WgXcQ' })
    saveAttachment('asha', null)
    expect(findAttachment('asha')).toBeNull()
  })

  it('is empty when the stored data cannot be read', () => {
    kept.set('post-attachment:asha', '{"type":"file"}')
    expect(findAttachment('asha')).toBeNull()
    kept.set('post-attachment:asha', '{')
    expect(findAttachment('asha')).toBeNull()
  })

  it('continues with the same file only', () => {
    const file = new File(['abc'], 'harbour.mp4', { lastModified: 1000 })
    expect(isSameFile(clip, file)).toBe(true)
    expect(isSameFile(clip, new File(['abcd'], 'harbour.mp4', { lastModified: 1000 }))).toBe(false)
    expect(isSameFile(clip, new File(['abc'], 'harbour.mp4', { lastModified: 2000 }))).toBe(false)
  })
})
