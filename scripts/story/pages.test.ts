import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { PAGES } from './pages.ts'
import { drawPicture } from './pictures.ts'

describe.each(PAGES)('the story of $pageName', ({ plans, collections, posts, drafts, talk }) => {
  const planNames = new Set(plans.map(({ name }) => name))

  test('names only plans and collections that its page has', () => {
    const files = posts.flatMap((post) => post.files ?? [])
    const named = [...posts, ...drafts, ...files].flatMap(({ plan }) => plan ?? [])
    expect(named.filter((plan) => !planNames.has(plan))).toEqual([])
    const titles = new Set(collections.map(({ title }) => title))
    expect(posts.flatMap(({ collection }) => collection ?? []).filter((title) => !titles.has(title))).toEqual(
      [],
    )
    expect([...titles].filter((title) => !posts.some((post) => post.collection === title))).toEqual([])
  })

  test('is talked about below posts that it has, in rooms that its plans open', () => {
    const titles = new Set(posts.map(({ title }) => title))
    expect(Object.keys(talk.comments).filter((title) => !titles.has(title))).toEqual([])
    const named = talk.rooms.flatMap(({ plan }) => plan ?? [])
    expect(named.filter((plan) => !planNames.has(plan))).toEqual([])
  })

  test('has something for everyone, and something behind every plan', () => {
    expect(posts.some(({ plan }) => plan === undefined)).toBe(true)
    const behind = new Set([...posts, ...posts.flatMap((post) => post.files ?? [])].map(({ plan }) => plan))
    expect([...planNames].filter((plan) => !behind.has(plan))).toEqual([])
  })
})

test('a picture of the story is drawn alike each time', async () => {
  const digest = async () =>
    createHash('sha256')
      .update(await drawPicture('jar'))
      .digest('hex')
  expect(await digest()).toBe(await digest())
})
