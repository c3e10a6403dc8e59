import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { makeMediaFolder, type MediaFolder } from './media-files.ts'
import { addressesOf, expectClosed, publishWithFile } from './media-steps.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { addPlan, aPerson } from './steps.ts'

test.slow()

let files: MediaFolder

test.beforeAll(async () => {
  files = await makeMediaFolder()
})
test.afterAll(() => files.remove())

test('an editor without an account sees a members’ post with its video, until the link is revoked', async ({
  page: asha,
  openBrowser,
  mailbox,
  request,
  allowError,
}) => {
  allowError(/status of 404/)
  const creator = aPerson('Asha Rao')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle: creator.username })
  await addPlan(asha, { name: 'Buzzed', price: '5', description: 'A song a week.' })
  const text = 'Rain on a tin roof.'
  const article = await publishWithFile(asha, {
    text,
    visibility: 'Buzzed - $5/month supporters',
    add: 'Add Video',
    file: await files.shortClip(),
  })
  await article.getByRole('button', { name: 'More about this post' }).click()
  await asha.getByRole('menuitem', { name: 'Preview link' }).click()
  const link = asha.getByRole('dialog', { name: 'Preview link' })
  await link.getByRole('button', { name: 'Create link' }).click()
  const path = new URL(await link.getByRole('textbox', { name: 'Link' }).inputValue()).pathname

  const editor = await openBrowser()
  await editor.goto(path)
  await expect(editor.getByText(text)).toBeVisible()
  const video = editor.locator('video')
  await expect(video).toBeVisible()
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.readyState), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await expectAccessible(editor)
  const source = await video.evaluate((media: HTMLVideoElement) => new URL(media.currentSrc).pathname)
  expect((await request.get(source, { headers: { range: 'bytes=0-99' } })).status()).toBe(206)
  // What its owner watches is hers alone.
  await expectClosed(request, await addressesOf(asha, creator.username, text))

  await link.getByRole('button', { name: 'Revoke the link' }).click()
  await expect(link.getByRole('button', { name: 'Create link' })).toBeVisible()
  await expectClosed(request, [source])
  await editor.reload()
  await expect(editor.getByText('This preview has ended')).toBeVisible()
})
