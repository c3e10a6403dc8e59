import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Draft, fieldsOf } from './draft-fields.ts'
import { createDraftSaver, type DraftSaverOptions, type SaverStatus } from './draft-saver.ts'

const paragraph = (text: string) => ({ blocks: [{ type: 'paragraph', data: { text } }] })

function aDraft(changes: Partial<Draft> = {}): Draft {
  return {
    _id: '0190a0a0-0000-7000-8000-000000000001',
    state: 'draft',
    revision: 1,
    title: null,
    content: paragraph('Tea'),
    audience: [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }],
    media: [],
    files: [],
    videoLink: null,
    teaser: null,
    cover: null,
    isMailed: true,
    isReplay: false,
    savedAt: '2026-05-01T10:00:00.000Z',
    publishAt: null,
    publishedAt: null,
    hasChanges: false,
    ...changes,
  }
}

function start(over: Partial<DraftSaverOptions> = {}) {
  const draft = aDraft()
  const seen: SaverStatus['state'][] = []
  const send = vi.fn<DraftSaverOptions['send']>(async (fields, revision) =>
    aDraft({ revision: revision + 1, title: fields.title, content: fields.content }),
  )
  const keep = vi.fn<DraftSaverOptions['keep']>()
  const saver = createDraftSaver({
    draft,
    fields: fieldsOf(draft),
    send,
    keep,
    load: async () => draft,
    problemOf: (error) => error as { code: string; message: string },
    onStatus: ({ state }) => seen.push(state),
    ...over,
  })
  return { saver, send, keep, seen }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a draft being written', () => {
  it('is saved three seconds after the last change, once', async () => {
    const { saver, send, keep, seen } = start()
    saver.change({ title: 'T' })
    await vi.advanceTimersByTimeAsync(2900)
    saver.change({ title: 'Tea' })
    await vi.advanceTimersByTimeAsync(2900)
    expect(send).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Tea' }), 1)
    expect(seen.slice(-2)).toEqual(['saving', 'saved'])
    expect(keep).toHaveBeenLastCalledWith(null)
    expect(saver.revision()).toBe(2)
  })

  it('is kept in the browser while it can’t be saved, and sent again', async () => {
    let isOnline = false
    const { saver, keep, seen } = start({
      send: async (fields, revision) => {
        if (!isOnline) throw { code: 'offline', message: '' }
        return aDraft({ revision: revision + 1, title: fields.title })
      },
    })
    saver.change({ title: 'Tea' })
    expect(await saver.save()).toBe(false)
    expect(seen.at(-1)).toBe('offline')
    expect(keep.mock.lastCall?.[0]?.fields.title).toBe('Tea')
    isOnline = true
    await vi.advanceTimersByTimeAsync(5100)
    expect(seen.at(-1)).toBe('saved')
  })

  it('says why the server refuses it', async () => {
    const { saver } = start({
      send: async () => {
        throw { code: 'content_too_long', message: 'Too long.' }
      },
    })
    saver.change({ title: 'x' })
    expect(await saver.save()).toBe(false)
    expect(saver.status()).toMatchObject({ state: 'refused', message: 'Too long.' })
  })
})

describe('a draft that was changed elsewhere', () => {
  const theirs = aDraft({ revision: 5, title: 'Theirs' })
  const changed = () => {
    const sent: number[] = []
    const started = start({
      load: async () => theirs,
      send: async (fields, revision) => {
        sent.push(revision)
        if (revision < theirs.revision) throw { code: 'draft_changed', message: '' }
        return aDraft({ revision: revision + 1, title: fields.title })
      },
    })
    return { ...started, sent }
  }

  it('waits for a decision, and keeps what is typed meanwhile', async () => {
    const { saver, keep, sent } = changed()
    saver.change({ title: 'Mine' })
    expect(await saver.save()).toBe(false)
    expect(saver.status()).toMatchObject({ state: 'conflict', theirs: { title: 'Theirs' } })
    saver.change({ title: 'Mine, longer' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([1])
    expect(keep.mock.lastCall?.[0]?.fields.title).toBe('Mine, longer')
    expect(await saver.keepMine()).toBe(true)
    expect(sent).toEqual([1, 5])
  })

  it('can be taken as it was saved there', async () => {
    const { saver, keep } = changed()
    saver.change({ title: 'Mine' })
    await saver.save()
    expect(saver.takeTheirs().title).toBe('Theirs')
    expect(saver.status().state).toBe('saved')
    expect(keep).toHaveBeenLastCalledWith(null)
  })

  it('is no conflict when it was this page’s own save, whose answer was lost', async () => {
    const { saver } = start({
      load: async () => aDraft({ revision: 2, title: 'Tea' }),
      send: async () => {
        throw { code: 'draft_changed', message: '' }
      },
    })
    saver.change({ title: 'Tea' })
    expect(await saver.save()).toBe(true)
    expect(saver.status().state).toBe('saved')
    expect(saver.revision()).toBe(2)
  })
})
