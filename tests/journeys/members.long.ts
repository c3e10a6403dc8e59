import { expect, test } from './journey.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { actOnPost, addPlan, aPerson, publishPost } from './steps.ts'

// Each takes several people through many pages.
test.slow()

test('a new creator learns what is missing, one thing after another', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 409.*\/api\/creator\/join/)
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await page.goto('/create')
  await expect(page.getByRole('heading', { level: 1, name: "Let's name your page" })).toBeVisible()
  await expect(
    page.getByText('Get creative or start with your name — you can change it later.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Not a creator? Join as a fan' })).toHaveAttribute(
    'href',
    '/explore',
  )
  const next = page.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription('Enter a page name to continue.')

  await page.getByLabel('Page name').fill('Asha Rao')
  const handle = page.getByLabel('Page address')
  // Suggested by the name, until an address is typed.
  await expect(handle).toHaveValue('asharao')
  await handle.fill('')
  await expect(page.getByText('Choose a page address to continue.')).toBeVisible()
  await handle.pressSequentially('a b!')
  await expect(handle).toHaveValue('ab')
  await expect(
    page.getByText('Username can only contain letters, numbers, dashes, and underscores with no spaces.'),
  ).toBeVisible()
  await handle.fill(asha.username)
  await expect(next).toBeEnabled()
  await expect(page.getByLabel('Plan', { exact: true }).locator('option:checked')).toHaveText('Basic (5%)')

  await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Pro (10%)' })
  await handle.fill('explore')
  await page.getByLabel('I am 18 or older').check()
  await next.click()
  await expect(page.getByText('This username is reserved. Please choose another.')).toBeVisible()
  await expect(handle).toBeFocused()

  await handle.fill(asha.username)
  await next.click()
  await page.waitForURL(`**/${asha.username}`)
  await page.goto('/create')
  await page.waitForURL(`**/${asha.username}`)
})

test('the sidebar leads everywhere and remembers visits, and its menu closes on a press outside', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })

  await test.step('a creator has a studio below their own page, and nobody calls them a member', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const reading = sidebar.getByRole('navigation', { name: 'Reading' })
    await expect(reading.getByRole('link')).toHaveText(['Explore', 'Messages', 'Saved', 'Subscriptions'])
    await expect(reading.getByRole('button', { name: 'Notifications' })).toBeVisible()
    const studio = sidebar.getByRole('navigation', { name: 'Studio' })
    await expect(studio.getByRole('link')).toHaveText([
      /Asha Rao/,
      'Studio',
      'Posts',
      'Members',
      'Community',
      'Live',
      'Insights',
      'Payouts',
      'Moderation',
    ])
    await expect(sidebar.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(sidebar.getByText('Member', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: /Asha Rao.*Creator/ }).click()
    await expect(
      page.getByRole('menuitem', { name: `Your Creator Page Asha Rao @${asha.username}` }),
    ).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Join as creator' })).toHaveCount(0)
    await page.mouse.click(900, 400)
    await expect(page.getByRole('menu')).toBeHidden()
  })

  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await test.step('a member has neither, and may become one', async () => {
    await expect(ravi.getByRole('navigation', { name: 'Reading' }).getByRole('link')).toHaveText([
      'Explore',
      'Messages',
      'Saved',
      'Subscriptions',
    ])
    await expect(ravi.getByRole('navigation', { name: 'Studio' })).toHaveCount(0)
    await expect(ravi.getByRole('link', { name: 'Settings' })).toBeVisible()
    await ravi.getByRole('button', { name: /Ravi Menon.*Member/ }).click()
    await expect(ravi.getByRole('menuitem')).toHaveText([
      'Join as creator',
      'Profile',
      'Terms of Use',
      'Privacy Policy',
      'Log out',
    ])
    await ravi.keyboard.press('Escape')
    const sidebar = await ravi.getByRole('complementary', { name: 'Sidebar' }).boundingBox()
    // 52 units of 4 px.
    expect(sidebar?.width).toBe(208)
  })

  await test.step('a visited page is listed again, with its first letter if it has no picture', async () => {
    await ravi.goto(`/${asha.username}`)
    const visited = ravi.getByRole('navigation', { name: 'Recently Visited' })
    await expect(visited.getByRole('link', { name: 'Asha Rao' })).toHaveAttribute('href', `/${asha.username}`)
    await expect(visited.getByText('A', { exact: true })).toBeVisible()
    await ravi.goto('/explore')
    await ravi.getByPlaceholder('Search creators or topics').fill('nobody is called this')
    const found = ravi.getByRole('region', { name: 'Creators' }).getByRole('link', { name: /Asha Rao/ })
    const visits = ravi.getByRole('region', { name: 'Recently visited' })
    await expect(ravi.getByText('No one by that name')).toBeVisible()
    await expect(found).toHaveCount(0)
    await expect(visits).toHaveCount(0)
    await ravi.getByPlaceholder('Search creators or topics').fill('ASHA')
    await expect(found.first()).toBeVisible()
    await expect(visits.getByRole('link', { name: /Asha Rao/ })).toBeVisible()
  })

  await test.step('on a phone all of it is on a page of its own', async () => {
    await ravi.setViewportSize({ width: 390, height: 844 })
    await ravi.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'You' }).click()
    await ravi.waitForURL('**/you')
    const main = ravi.getByRole('main')
    for (const place of ['Subscriptions', 'Settings', 'Join as creator', 'Terms of Use', 'Privacy Policy'])
      await expect(main.getByRole('link', { name: place })).toBeVisible()
    const visited = main.getByRole('navigation', { name: 'Recently Visited' })
    await expect(visited.getByRole('link', { name: 'Asha Rao' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Log out' })).toBeVisible()
  })

  await test.step('an unknown address leads to Explore', async () => {
    await ravi.goto('/no/such/page')
    await expect(ravi).toHaveURL(/\/explore$/)
  })
})

test('an owner shapes the page; posts and plans are deleted only after a confirmation', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })

  await test.step('the page’s words are edited, and cancelling brings the old ones back', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Page name').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Please fill all required fields').first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Headline').fill('Songs from the monsoon')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Songs from the monsoon')).toBeVisible()
  })

  await addPlan(page, { name: 'Tipsy', price: '9.99', description: 'Demos.' })
  await publishPost(page, { text: 'For members.', visibility: 'Tipsy - $9.99/month supporters' })
  await publishPost(page, { text: 'For everybody.' })

  await test.step('posts show their title and the badge of their plan', async () => {
    await expect(page.getByRole('heading', { name: 'Recent posts by Asha Rao' })).toBeVisible()
    await expect(
      page.getByRole('article').filter({ hasText: 'For members.' }).getByText('Tipsy'),
    ).toBeVisible()
    await expect(
      page.getByRole('article').filter({ hasText: 'For everybody.' }).getByText('FREE'),
    ).toBeVisible()
  })

  await test.step('an empty post cannot be published', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Publish Post' })).toBeDisabled()
    await expect(dialog.getByLabel('Who can see this post').locator('option:checked')).toHaveText(
      'Free - All followers',
    )
    for (const name of ['Add Image', 'Add Video', 'Add Audio'])
      await expect(dialog.getByText(name, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a post is deleted after a confirmation', async () => {
    const post = page.getByRole('article').filter({ hasText: 'For everybody.' })
    await actOnPost(post, 'Delete post')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('Are you sure you want to delete this post?')).toBeVisible()
    await dialog.getByRole('button', { name: 'No, cancel' }).click()
    await expect(post).toBeVisible()
    await actOnPost(post, 'Delete post')
    await dialog.getByRole('button', { name: "Yes, I'm sure" }).click()
    await expect(page.getByText('Post deleted successfully').first()).toBeVisible()
    await expect(post).toHaveCount(0)
  })

  await test.step('a plan is deleted after a confirmation', async () => {
    await page.getByRole('button', { name: /^Delete.*Tipsy/ }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('Are you sure you want to delete this plan?')).toBeVisible()
    await dialog.getByRole('button', { name: "Yes, I'm sure" }).click()
    await expect(page.getByText('Plan deleted successfully').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tipsy' })).toHaveCount(0)
  })
})

test('a new member reads what will appear there', async ({ page, mailbox }) => {
  await signUpUnseen(page, aPerson('Meera Nair'), mailbox)
  await page.goto('/explore')
  for (const title of ['Find someone worth supporting', 'New on Cheers', 'Recent Posts'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

  await page.goto('/subscriptions')
  await expect(page.getByRole('heading', { level: 1, name: 'My Subscriptions' })).toBeVisible()
  await expect(page.getByText('Manage your creator subscriptions')).toBeVisible()

  await page.goto('/settings')
  await expect(page.getByRole('tab')).toHaveText([
    'Account',
    'Security',
    'Email notifications',
    'Memberships',
    'Billing history',
    'Privacy',
    'Display',
  ])
  await expect(page.getByRole('tab', { name: 'Account' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Memberships' }).click()
  await expect(page.getByText("You aren't pledging to anyone right now.")).toBeVisible()
  await page.getByRole('tab', { name: 'Billing history' }).click()
  await expect(
    page.getByText('There is currently no payment history to display for this member.'),
  ).toBeVisible()
})
