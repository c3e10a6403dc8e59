import { expect, test } from './journey.ts'
import { openCreatorPage, signUp } from './seed.ts'
import { aPerson, publishPost } from './steps.ts'

test('an owner puts posts in order, and a visitor reads them in it', async ({
  page: asha,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 404.*pottery-school/)
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUp(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  for (const text of ['Second: the glaze.', 'First: the clay.', 'Something else.'])
    await publishPost(asha, { text })

  const visitor = await openBrowser()
  await visitor.goto(`/${handle}`)
  const parts = visitor.getByRole('navigation', { name: 'Parts of this page' })
  await expect(parts.getByRole('link', { name: 'About' })).toBeVisible()
  await expect(parts.getByRole('link', { name: 'Collections' })).toBeHidden()

  await asha.goto(`/${handle}/collections`)
  await asha.getByRole('button', { name: 'New collection' }).click()
  const dialog = asha.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(dialog.getByText('Give the collection a name.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Pottery school')
  await dialog.getByLabel('Description').fill('From clay to kiln.')
  await dialog.getByRole('button', { name: 'Add “Second: the glaze.”' }).click()
  await dialog.getByRole('button', { name: 'Add “First: the clay.”' }).click()
  // By keyboard: the button keeps the focus while its post moves.
  const up = dialog.getByRole('button', { name: 'Move “First: the clay.” up' })
  await up.focus()
  await asha.keyboard.press('Enter')
  await expect(dialog.getByText('“First: the clay.” is number 1 of 2 now.')).toBeAttached()
  await expect(up).toBeFocused()
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await asha.getByRole('link', { name: /Pottery school/ }).click()
  await expect(asha.getByRole('heading', { level: 1 })).toHaveText('Pottery school')

  await visitor.goto(`/${handle}`)
  await parts.getByRole('link', { name: 'Collections' }).click()
  await visitor.getByRole('link', { name: /Pottery school/ }).click()
  await visitor.waitForURL(`**/${handle}/collections/pottery-school`)
  await expect(visitor).toHaveTitle(/^Pottery school/)
  await expect(visitor.getByText('From clay to kiln.')).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveText([/First: the clay\./, /Second: the glaze\./])
  await visitor.reload()
  await expect(visitor.getByRole('article')).toHaveText([/First: the clay\./, /Second: the glaze\./])
  await visitor
    .getByRole('article')
    .first()
    .getByRole('link', { name: /ago|now/ })
    .click()
  await visitor.getByRole('navigation', { name: 'Part of' }).getByRole('link').click()
  await visitor.waitForURL(`**/${handle}/collections/pottery-school`)

  await asha.getByRole('button', { name: 'Edit collection' }).click()
  await dialog.getByRole('button', { name: 'Take “Second: the glaze.” out' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(asha.getByRole('article')).toHaveText([/First: the clay\./])
  await asha.getByRole('button', { name: 'Delete', exact: true }).click()
  await asha.getByRole('button', { name: 'Delete collection' }).click()
  await asha.waitForURL(`**/${handle}/collections`)
  await expect(asha.getByText('Put posts in order')).toBeVisible()
  expect((await visitor.goto(`/${handle}/collections/pottery-school`))?.status()).toBe(404)
})
