import sharp from 'sharp'

import { expect, test } from './journey.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { addPlan, aPerson, publishPost, textOf } from './steps.ts'

test('an owner tells about herself, and visitors read it, follow her links and see her counts', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  await publishPost(asha, { text: 'A song for the monsoon.' })

  await asha.goto(`/${handle}/about`)
  await asha.getByRole('button', { name: 'Write it' }).click()
  await asha.getByLabel('About you').fill('I write songs.\n\nAll of them about rain.')
  await asha.getByRole('textbox', { name: 'Links' }).fill('https://asha.example/songs\nnot an address')
  await asha.getByRole('checkbox', { name: /^Show how many members/ }).check()
  await asha.getByRole('button', { name: 'Save Changes' }).click()
  await expect(asha.getByText('A link is a web address, such as https://example.com.')).toBeVisible()
  await expect(asha.getByRole('textbox', { name: 'Links' })).toBeFocused()
  await asha.getByRole('textbox', { name: 'Links' }).fill('https://asha.example/songs\nshop.asha.example')
  await asha.getByRole('button', { name: 'Save Changes' }).click()
  const main = asha.getByRole('main')
  await expect(main.getByText('All of them about rain.')).toBeVisible()
  await main.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(asha.getByRole('textbox', { name: 'Links' })).toHaveValue(
    'https://asha.example/songs\nhttps://shop.asha.example',
  )
  await expect(asha.getByRole('checkbox', { name: /^Show how many members/ })).toBeChecked()

  const visitor = await openBrowser()
  await expect(async () => {
    await visitor.goto(`/${handle}`)
    await expect(visitor.getByText('· 1 post')).toBeVisible({ timeout: 2000 })
  }).toPass()
  const parts = visitor.getByRole('navigation', { name: 'Parts of this page' })
  await expect(parts.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page')
  await parts.getByRole('link', { name: 'About' }).click()
  await visitor.waitForURL(`**/${handle}/about`)
  await expect(visitor).toHaveTitle(/^About Asha Rao/)
  await expect(visitor.getByText('All of them about rain.')).toBeVisible()
  await expect(visitor.getByText('A song for the monsoon.')).toBeHidden()
  const link = visitor.getByRole('link', { name: 'shop.asha.example' })
  await expect(link).toHaveAttribute('href', 'https://shop.asha.example')
  await expect(link).toHaveAttribute('rel', /\bnoopener\b.*\bugc\b/)
  await visitor.goBack()
  await expect(visitor.getByText('A song for the monsoon.')).toBeVisible()
})

test('on a phone the posts come first, and the plans open as a sheet', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  await addPlan(asha, { name: 'Tipsy', price: '5.99', description: 'Demos.' })
  await addPlan(asha, { name: 'Patron', price: '19.99', description: 'All I have.' })
  await publishPost(asha, { text: 'A song for the monsoon.' })
  await publishPost(asha, { text: 'For members.', visibility: 'Tipsy - $5.99/month supporters' })

  await test.step('her own card leads to where she changes them', async () => {
    await asha.setViewportSize({ width: 390, height: 844 })
    await asha.goto(`/${handle}`)
    await asha.getByRole('link', { name: 'Manage plans' }).click()
    await asha.waitForURL(`**/${handle}/membership`)
    await expect(asha.getByRole('button', { name: 'Add Plan' })).toBeVisible()
  })

  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await ravi.setViewportSize({ width: 390, height: 844 })
  await ravi.goto(`/${handle}`)
  await expect(ravi.getByText('From $5.99 a month')).toBeVisible()
  await expect(ravi.getByText('2 plans')).toBeVisible()
  await expect(ravi.getByText('All I have.')).toBeHidden()
  const card = await ravi.getByText('From $5.99 a month').boundingBox()
  const post = await ravi.getByRole('article').first().boundingBox()
  expect(card?.y).toBeLessThan(844)
  expect(post?.y).toBeLessThan(844)

  await ravi.getByRole('link', { name: 'See plans' }).click()
  const sheet = ravi.getByRole('dialog', { name: 'Choose your membership' })
  await expect(sheet.getByText('All I have.')).toBeVisible()
  await ravi.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(ravi.getByRole('link', { name: 'See plans' })).toBeFocused()
  await ravi.getByRole('link', { name: 'See plans' }).press('Enter')
  await sheet.getByRole('button', { name: /^Join Patron/ }).click()
  await expect(sheet).toBeHidden()
  await expect(ravi.locator('dialog[open]').getByText('Patron').first()).toBeVisible()
  await expect(ravi.getByRole('button', { name: 'Pay with Razorpay' })).toBeVisible()

  await test.step('the plans have an address too', async () => {
    await ravi.goto(`/${handle}/membership`)
    await expect(ravi.getByText('All I have.')).toBeVisible()
    await expect(ravi.getByText('A song for the monsoon.')).toBeHidden()
  })
})

test('a new page says what it still needs, until it is ready and the list is closed', async ({
  page: asha,
  context,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // On a busy machine the browser is idle late; what is typed before counts too.
  await context.addInitScript(() => {
    window.requestIdleCallback = (run) =>
      window.setTimeout(() => run({ didTimeout: true, timeRemaining: () => 0 }), 5000)
  })
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  await asha.goto(`/${handle}`)
  const list = asha.getByRole('region', { name: 'Get your page ready' })
  await expect(list.getByText('0 of 4 done')).toBeVisible()

  await list.getByRole('button', { name: 'Share' }).click()
  await expect(list.getByText('1 of 4 done')).toBeVisible()
  expect(await asha.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${handle}$`))
  await list.getByRole('link', { name: 'Create plan' }).click()
  await asha.waitForURL(`**/${handle}/membership`)
  await addPlan(asha, { name: 'Tipsy', price: '5.99', description: 'Demos.' })
  await asha
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Posts' })
    .click()
  await expect(list.getByText('2 of 4 done')).toBeVisible()
  await list.getByRole('button', { name: 'Start writing' }).click()
  const dialog = asha.getByRole('dialog')
  await textOf(dialog).pressSequentially('A song for the monsoon.')
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()
  await expect(list.getByText('3 of 4 done')).toBeVisible()
  await list.getByRole('button', { name: 'Add picture' }).click()
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#174a34' } })
    .png()
    .toBuffer()
  await asha
    .getByLabel('Profile image', { exact: true })
    .setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await asha.getByRole('button', { name: 'Save Changes' }).click()

  const ready = asha.getByRole('region', { name: 'Your page is ready' })
  await expect(ready).toBeVisible()
  const visitor = await openBrowser()
  await visitor.goto(`/${handle}`)
  await expect(visitor.getByText('A song for the monsoon.')).toBeVisible()
  await expect(visitor.getByText('Your page is ready')).toBeHidden()
  await ready.getByRole('button', { name: 'Close' }).click()
  await expect(ready).toBeHidden()
  await asha.reload()
  await expect(asha.getByText('A song for the monsoon.')).toBeVisible()
  await expect(ready).toBeHidden()
})
