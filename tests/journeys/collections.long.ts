import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
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
  await signUpUnseen(asha, creator, mailbox)
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

test('an owner puts a post into collections from the post itself, and drags posts into order', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  for (const text of ['Second: the glaze.', 'First: the clay.']) await publishPost(asha, { text })

  const article = (text: string) => asha.getByRole('article').filter({ hasText: text })
  const dialog = asha.getByRole('dialog')
  const openFrom = async (text: string) => {
    await article(text).getByRole('button', { name: 'More about this post' }).click()
    await asha.getByRole('menuitem', { name: 'Collections' }).click()
  }
  await openFrom('Second: the glaze.')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Give the collection a name.')).toBeVisible()
  await dialog.getByLabel('New collection').fill('Pottery school')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: /Pottery school/ })).toBeChecked()
  await expectAccessible(asha)
  await dialog.getByRole('button', { name: 'Done' }).click()

  // From its own page, by keyboard.
  await article('First: the clay.')
    .getByRole('link', { name: /ago|now/ })
    .click()
  await asha.waitForURL('**/posts/*')
  // The page before stays until this one has loaded.
  await expect(asha.getByRole('button', { name: 'More about this post' })).toHaveCount(1)
  await asha.getByRole('button', { name: 'More about this post' }).press('Enter')
  await asha.getByRole('menuitem', { name: 'Collections' }).press('Enter')
  await dialog.getByRole('checkbox', { name: /Pottery school/ }).press(' ')
  await expect(dialog.getByText('The post is in “Pottery school”.')).toBeAttached()
  await asha.keyboard.press('Escape')
  await expect(asha.getByRole('navigation', { name: 'Part of' })).toContainText('Pottery school')

  await asha.goto(`/${handle}/collections/pottery-school`)
  await expect(asha.getByRole('article')).toHaveText([/Second: the glaze\./, /First: the clay\./])
  await asha.getByRole('button', { name: 'Edit collection' }).click()
  const rows = dialog.getByRole('list').first().getByRole('listitem')
  await expect(rows).toHaveText([/Second: the glaze\./, /First: the clay\./])
  const [from, to] = [await rows.nth(1).boundingBox(), await rows.nth(0).boundingBox()]
  if (!from || !to) throw new Error('The rows are not shown')
  await asha.mouse.move(from.x + 20, from.y + from.height / 2)
  await asha.mouse.down()
  await asha.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 5 })
  await asha.mouse.up()
  await expect(rows).toHaveText([/First: the clay\./, /Second: the glaze\./])
  await dialog.getByRole('button', { name: 'Save' }).click()

  const visitor = await openBrowser()
  await visitor.goto(`/${handle}/collections/pottery-school`)
  await expect(visitor.getByRole('article')).toHaveText([/First: the clay\./, /Second: the glaze\./])
})
