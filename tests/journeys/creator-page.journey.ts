import sharp from 'sharp'

import { expect, test } from './journey.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { addPlan, aPerson, publishPost } from './steps.ts'

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

test('a new page says in its places what it still needs, until all is there and it is shared', async ({
  page: asha,
  context,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  const main = asha.getByRole('main')
  const ready = main.getByRole('region', { name: 'Your page is ready' })

  await test.step('the headline, where it will stand', async () => {
    await main.getByRole('button', { name: 'Say what you make' }).click()
    await expect(main.getByLabel('Headline')).toBeFocused()
    await asha.keyboard.type('Songs for the monsoon')
    await asha.keyboard.press('Enter')
    await expect(main.getByText('Songs for the monsoon')).toBeVisible()
    await expect(main.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeFocused()
    await expect(main.getByRole('button', { name: 'Say what you make' })).toBeHidden()
  })
  await test.step('the picture', async () => {
    await main.getByRole('button', { name: 'Add a picture' }).click()
    await expect(main.getByRole('button', { name: 'Change profile image' })).toBeFocused()
    const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#174a34' } })
      .png()
      .toBuffer()
    await asha
      .getByLabel('Profile image', { exact: true })
      .setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer })
    await asha.getByRole('dialog').getByRole('button', { name: 'Use this picture' }).click()
    const saving = asha.waitForResponse((response) => response.url().includes('/creator/update/'))
    await asha.getByRole('button', { name: 'Save Changes' }).click()
    // The server reads the picture first, which takes as long as it takes.
    expect((await saving).ok()).toBe(true)
    await expect(main.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Add a picture' })).toBeHidden()
  })
  await test.step('a plan, and a first post', async () => {
    await expect(main.getByText('No plans yet')).toBeVisible()
    await addPlan(asha, { name: 'Tipsy', price: '5.99', description: 'Demos.' })
    await expect(main.getByText('No plans yet')).toBeHidden()
    await expect(main.getByText('Your first post', { exact: true })).toBeVisible()
    await expect(ready).toBeHidden()
    await publishPost(asha, { text: 'A song for the monsoon.' })
    await expect(main.getByText('Your first post', { exact: true })).toBeHidden()
  })

  await expect(ready).toBeVisible()
  const visitor = await openBrowser()
  await visitor.goto(`/${handle}`)
  await expect(visitor.getByText('A song for the monsoon.')).toBeVisible()
  await expect(visitor.getByText('Your page is ready')).toBeHidden()
  await test.step('she sees it as a visitor does, and as a member', async () => {
    await publishPost(asha, { text: 'A verse.', visibility: 'Tipsy - $5.99/month supporters' })
    await main.getByRole('button', { name: 'View as visitor or member' }).click()
    const choice = main.getByRole('combobox', { name: 'View as' })
    await expect(choice).toBeFocused()
    await expect(main.getByText('A post for Tipsy')).toBeVisible()
    await expect(main.getByText('A verse.')).toBeHidden()
    await expect(main.getByText('Choose your membership')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
    await choice.selectOption('Member of Tipsy')
    await expect(main.getByText('A verse.')).toBeVisible()
    await main.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(main.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  })
  await ready.getByRole('button', { name: 'Share your page' }).click()
  await expect(ready).toBeHidden()
  expect(await asha.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${handle}$`))
  await asha.reload()
  await expect(main.getByText('A song for the monsoon.')).toBeVisible()
  await expect(ready).toBeHidden()
})
