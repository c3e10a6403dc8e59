import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { publishWithFile } from './media-steps.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

test.slow()

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('a follower adds a page to a podcast app, resets the address, and removes it', async ({
  page: asha,
  openBrowser,
  mailbox,
  request,
}) => {
  const creator = aPerson('Asha Rao')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle: creator.username })
  await publishWithFile(asha, {
    text: 'Rain on a tin roof.',
    add: 'Add Video',
    file: await files.shortClip(),
  })

  const page = await openBrowser()
  await signUpUnseen(page, aPerson('Ben Okri'), mailbox)
  await page.goto(`/${creator.username}`)
  await page.getByRole('button', { name: 'Follow Asha Rao for free' }).click()
  await expect(page.getByRole('button', { name: 'Following Asha Rao' })).toBeVisible()
  await page.getByRole('button', { name: 'More about this page' }).click()
  await page.getByRole('menuitem', { name: 'Podcast and RSS' }).click()

  const dialog = page.getByRole('dialog', { name: 'Add an app' })
  await expect(dialog.getByLabel('Page')).toHaveValue(creator.username)
  await dialog.getByRole('button', { name: 'Make the addresses' }).click()
  await expect(dialog.getByText('Name the device or app')).toBeVisible()
  await dialog.getByLabel('Device or app').fill('Phone')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make the addresses' }).click()
  const made = page.getByRole('dialog', { name: 'Asha Rao in your apps' })
  const address = await made.getByLabel('Podcast address').inputValue()
  await expectAccessible(page)
  const feed = await (await request.get(address)).text()
  expect(feed).toContain('<title>Rain on a tin roof.</title>')
  const [, episode = ''] = /<enclosure url="([^"]+)"/.exec(feed) ?? []
  const part = await request.get(episode, { headers: { range: 'bytes=0-99' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 100])
  await made.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Reset the address of Phone' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Reset' })
    .click()
  const next = await made.getByLabel('Podcast address').inputValue()
  expect((await request.get(address)).status()).toBe(404)
  expect((await request.get(next)).status()).toBe(200)
  await made.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('No app has an address yet.')).toBeVisible()
  expect((await request.get(next)).status()).toBe(404)
})
