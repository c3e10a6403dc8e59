import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCreators } from '#contract/creators/routes.ts'
import { SEARCH_MAX_LENGTH } from '#contract/creators/rules.ts'
import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp

const PAGES: readonly { pageName: string; headline?: string; isAdult?: boolean }[] = [
  { pageName: 'Asha Rao', headline: 'Songs between Pune and the sea' },
  { pageName: 'Studio Mitti', headline: 'Stoneware, 100% made by hand' },
  { pageName: 'snake_case', headline: String.raw`C:\games and how they are made` },
  { pageName: `O'Brien "Bren" Ó Sé`, headline: 'Films; drop table creators; --' },
  { pageName: 'After Dark', headline: 'Songs for adults', isAdult: true },
]

beforeAll(async () => {
  app = await startTestApp()
  for (const page of PAGES) await aCreator(app.db, (await aUser(app.db)).id, page)
})
afterAll(() => app.close())

async function found(search: string): Promise<string[]> {
  const { status, body } = await app.call(getCreators, { search })
  expect(status).toBe(200)
  return body.map(({ pageName }) => pageName)
}

describe('searching for creators', () => {
  test.each([
    ['rao', ['Asha Rao']],
    ['  ASHA  ', ['Asha Rao']],
    ['stoneware', ['Studio Mitti']],
    ['made', ['snake_case', 'Studio Mitti']],
    ['ó sé', [`O'Brien "Bren" Ó Sé`]],
    ['nobody at all', []],
  ])('%j finds by name and headline, ignoring case and space around it', async (search, names) => {
    expect(await found(search)).toEqual(names)
  })

  test.each([
    ['%', ['Studio Mitti']],
    ['100%', ['Studio Mitti']],
    ['_', ['snake_case']],
    ['a_h', []],
    ['\\', ['snake_case']],
    [`o'b`, [`O'Brien "Bren" Ó Sé`]],
    ['"bren"', [`O'Brien "Bren" Ó Sé`]],
    ['; drop table creators; --', [`O'Brien "Bren" Ó Sé`]],
  ])('%j is taken literally', async (search, names) => {
    expect(await found(search)).toEqual(names)
  })

  test('leaves pages with adult content out', async () => {
    expect(await found('after dark')).toEqual([])
    expect(await found('songs')).toEqual(['Asha Rao'])
  })

  test('without a term lists everyone else', async () => {
    expect(await found('   ')).toHaveLength(PAGES.length - 1)
  })

  test('continues after a cursor, without leaving out or repeating anyone', async () => {
    const first = await app.call(getCreators, { search: 'made', limit: 1 })
    const cursor = first.body.map(({ _id }) => _id)[0] ?? ''
    const second = await app.call(getCreators, { search: 'made', limit: 1, cursor })
    expect([...first.body, ...second.body].map(({ pageName }) => pageName)).toEqual([
      'snake_case',
      'Studio Mitti',
    ])
  })

  test('limits the length of the text', async () => {
    expect((await app.call(getCreators, { search: 'x'.repeat(SEARCH_MAX_LENGTH) })).status).toBe(200)
    expect(
      (await app.call(getCreators, { search: 'x'.repeat(SEARCH_MAX_LENGTH + 1) })).failure,
    ).toMatchObject({
      code: 'invalid_input',
    })
  })

  test('uses its index in a database that has trigrams, as ours does', async () => {
    const { isThere } = await one(
      app.db,
      sql<{ isThere: boolean }>`select to_regclass('creators_search') is not null as "isThere"`,
    )
    expect(isThere).toBe(true)
  })
})
