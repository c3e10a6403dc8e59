import { expectAccessible } from './accessibility.ts'
import { ON_A_PAGE } from './accessible-screens.ts'
import { expect, test } from './journey.ts'
import { Looks } from './looks.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, publishPost } from './steps.ts'

test('rooms, live sessions, collections and posts have no barrier, for their creator and for visitors', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const looks = new Looks()
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpCreator(asha, creator, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await publishPost(asha, { text: 'The record is mixed.' })
  await publishPost(asha, { text: 'For members.', visibility: 'Tipsy - $9.99/month supporters' })

  await test.step('the community, and a room', async () => {
    await asha.goto(`/${handle}/community`)
    await asha.getByRole('button', { name: 'New room' }).click()
    const dialog = asha.getByRole('dialog')
    await looks.here(asha)
    await dialog.getByLabel('Name').fill('Lounge')
    await dialog.getByRole('button', { name: 'Create room' }).click()
    await expect(asha.getByRole('heading', { level: 2, name: 'Lounge' })).toBeVisible()
    await looks.here(asha)
  })

  await test.step('live sessions, and one of them', async () => {
    await asha.goto('/studio/live')
    await asha.getByRole('button', { name: 'Plan a session' }).first().click()
    const dialog = asha.getByRole('dialog')
    await looks.here(asha)
    await dialog.getByLabel('Title').fill('Ask me anything')
    await dialog.getByRole('button', { name: 'Plan session' }).click()
    await expect(asha.getByRole('heading', { level: 1, name: 'Ask me anything' })).toBeVisible()
    await looks.here(asha)
    const id = new URL(asha.url()).pathname.split('/').at(-1) ?? ''
    await looks.at(asha, `/${handle}/live`)
    await looks.at(asha, `/${handle}/live/${id}`)
    await asha.goto(`/studio/live/${id}`)
    await asha.getByRole('button', { name: 'Open the waiting room' }).click()
    await asha.getByRole('button', { name: 'Start', exact: true }).click()
    await looks.here(asha)
    await asha.getByRole('button', { name: 'Start now' }).click()
    await expect(asha.getByRole('button', { name: 'End', exact: true })).toBeVisible()
    await looks.here(asha)
    await looks.at(asha, `/${handle}/live/${id}`)
    await looks.at(asha, '/studio/live')
  })

  await test.step('a collection', async () => {
    await asha.goto(`/${handle}/collections`)
    await asha.getByRole('button', { name: 'New collection' }).click()
    const dialog = asha.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Songs')
    await dialog
      .getByRole('button', { name: /^Add “/ })
      .first()
      .click()
    await expectAccessible(asha)
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await expect(asha.getByRole('link', { name: /^Songs/ })).toBeVisible()
    await looks.at(asha, `/${handle}/collections/songs`)
  })

  const visitor = await openBrowser()
  for (const address of ['/collections', '/collections/songs', '/about', '/membership', ''])
    await looks.at(visitor, `/${handle}${address}`)
  await test.step('a post, open and locked', async () => {
    const addresses: string[] = []
    for (const article of await visitor.getByRole('article').all())
      addresses.push((await article.locator('a[href*="/posts/"]').first().getAttribute('href')) ?? '')
    expect(addresses).toHaveLength(2)
    for (const address of addresses) await looks.at(visitor, address)
  })
  looks.expectAll(ON_A_PAGE)
})
