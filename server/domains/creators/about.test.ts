import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { creatorDetails, getPageAbout, notePageSetup, updateCreator } from '#contract/creators/routes.ts'
import { ABOUT_MAX_LENGTH } from '#contract/creators/rules.ts'
import { aSession, aSignedInUser, aUser } from '#server/domains/accounts/testing.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aCreator } from './testing.ts'

let app: TestApp
let owners: TestSession
let pageHandle: string

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aUser(app.db)
  owners = await aSession(app.db, app.platform, owner.id)
  pageHandle = (await aCreator(app.db, owner.id)).handle
})
afterAll(() => app.close())

function change(changes: Record<string, unknown>, session = owners) {
  return app.call(updateCreator, asSent({ ...changes, pageHandle }), { as: session })
}

const about = async (session?: TestSession) =>
  (await app.call(getPageAbout, { pageHandle }, session ? { as: session } : {})).body

test('a page begins without a word, and everybody reads what its owner writes', async () => {
  expect(await about()).toEqual({ about: '', links: [], showsCounts: null })
  const text = 'I write songs.\n\nالموسيقى حياتي'
  await change({ about: text, links: ' https://asha.example/songs?page=2 \n\nshop.asha.example\n' })
  expect(await about()).toEqual({
    about: text,
    links: ['https://asha.example/songs?page=2', 'https://shop.asha.example'],
    showsCounts: null,
  })
  const { session } = await aSignedInUser(app)
  expect((await about(session)).showsCounts).toBeNull()
  expect((await about(owners)).showsCounts).toBe(false)
})

test('what is not sent stays, and can be emptied', async () => {
  await change({ about: 'Kept.', links: 'asha.example', showsCounts: true })
  await change({ headline: 'Songs' })
  expect(await about(owners)).toEqual({ about: 'Kept.', links: ['https://asha.example'], showsCounts: true })
  await change({ about: '', links: '', showsCounts: false })
  expect(await about(owners)).toEqual({ about: '', links: [], showsCounts: false })
})

describe('links that are refused', () => {
  test.each([
    ['javascript:alert(1)', 'A link is a web address, such as https://example.com.'],
    ['data://text/html,x', 'A link is a web address, such as https://example.com.'],
    ['not an address', 'A link is a web address, such as https://example.com.'],
    ['https://bank.example@evil.example', 'A link is a web address, such as https://example.com.'],
    ['https://10.0.0.10/x', 'A link is a web address, such as https://example.com.'],
    ['http://localhost:3000', 'A link is a web address, such as https://example.com.'],
    ['https://exa\u202Emple.com', 'A link is a web address, such as https://example.com.'],
    [`https://example.com/${'a'.repeat(200)}`, 'A link has at most 200 characters.'],
    [[1, 2, 3, 4, 5, 6].map((n) => `https://${n}.example.com`).join('\n'), 'A page has at most five links.'],
  ])('%s', async (links, message) => {
    await change({ links: 'https://before.example' })
    const { failure } = await change({ links })
    expect(failure).toMatchObject({ message, field: 'links' })
    expect((await about()).links).toEqual(['https://before.example'])
  })

  test('domains of any script, ports and queries are fine', async () => {
    const links = ['https://गीत.भारत/नया', 'http://a-b.example.co.uk:8080?x=1#y', 'https://xn--p1ai.xn--p1ai']
    await change({ links: links.join('\r\n') })
    expect((await about()).links).toEqual(links)
  })

  test('the same one twice is kept once', async () => {
    await change({ links: 'asha.example\nhttps://asha.example' })
    expect((await about()).links).toEqual(['https://asha.example'])
  })
})

test('a text that is too long, and one from somebody else, change nothing', async () => {
  await change({ about: 'Mine.' })
  expect((await change({ about: 'a'.repeat(ABOUT_MAX_LENGTH + 1) })).failure.field).toBe('about')
  const { session } = await aSignedInUser(app)
  expect((await change({ about: 'Theirs.' }, session)).failure.code).toBe('forbidden')
  expect((await about()).about).toBe('Mine.')
})

test('nobody reads about a page that does not exist', async () => {
  const { failure } = await app.call(getPageAbout, { pageHandle: 'nobody-at-all' })
  expect(failure.code).toBe('page_not_found')
  expect((await app.call(creatorDetails, { pageHandle: 'nobody-at-all' })).failure.code).toBe(failure.code)
})

describe('the reminder to share a new page', () => {
  const setup = async (session?: TestSession) =>
    (await app.call(creatorDetails, { pageHandle }, session ? { as: session } : {})).body.setup
  const note = (step: 'shared' | 'hidden', session = owners) =>
    app.call(notePageSetup, { pageHandle, step }, { as: session })

  test('is its owner’s alone, knows when the page was shared, and goes when it is closed', async () => {
    const { session: others } = await aSignedInUser(app)
    expect([await setup(), await setup(others), await setup(owners)]).toEqual([
      null,
      null,
      { isShared: false },
    ])
    await note('shared')
    await note('shared')
    expect(await setup(owners)).toEqual({ isShared: true })
    expect((await note('hidden', others)).failure.code).toBe('forbidden')
    expect(await setup(owners)).toEqual({ isShared: true })
    await note('hidden')
    expect(await setup(owners)).toBeNull()
  })
})
