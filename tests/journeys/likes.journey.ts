import { expect, test } from './journey.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { aPerson, logIn, publishPost } from './steps.ts'

test('a visitor who presses the heart logs in, comes back, likes and saves, and finds both in the library', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle: creator.username })
  await publishPost(asha, { text: 'A song for the monsoon.' })
  const reader = aPerson('Ben Okri')
  await signUp(await openBrowser(), reader, mailbox)

  const browser = await openBrowser()
  await browser.goto(`/${creator.username}`)
  const post = browser.getByRole('article').filter({ hasText: 'A song for the monsoon.' })
  await post.getByRole('button', { name: 'Like this post' }).click()
  await browser.waitForURL(/\/login\?next=/)
  await logIn(browser, reader)
  await browser.waitForURL((url) => url.pathname === `/${creator.username}`)

  const heart = post.getByRole('button', { name: 'Like this post' })
  const bookmark = post.getByRole('button', { name: 'Save this post for later' })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  // Both are pressed before the first is answered, and the heart once too often: each press counts.
  const pressedAll = Promise.withResolvers<void>()
  await browser.route('**/like', async (route) => {
    await pressedAll.promise
    await route.continue()
  })
  let answeredPresses = 0
  browser.on('requestfinished', (request) => {
    if (/\/(?:like|save)$/.test(request.url())) answeredPresses += 1
  })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveAccessibleName('Like this post, 1 like')
  await bookmark.focus()
  await browser.keyboard.press('Enter')
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  pressedAll.resolve()
  await expect.poll(() => answeredPresses).toBe(4)
  await browser.reload()
  await expect(heart).toHaveAccessibleName('Like this post, 1 like')

  await browser.getByRole('link', { name: 'Saved' }).click()
  await expect(browser.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible()
  await expect(post).toBeVisible()
  // The list asks again what is liked; its answer arrives after the heart was pressed once more.
  const [answered, pressed, arrived] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  await browser.route('**/posts/marks?*', async (route) => {
    const response = await route.fetch()
    answered?.resolve()
    await pressed?.promise
    await route.fulfill({ response })
    arrived?.resolve()
  })
  await browser.getByRole('tab', { name: 'Liked' }).click()
  await expect(post).toBeVisible()
  await answered?.promise
  const unliked = browser.waitForResponse((response) => response.request().method() === 'DELETE')
  await heart.click()
  await unliked
  pressed?.resolve()
  await arrived?.promise
  await expect(heart).toHaveAccessibleName('Like this post')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await browser.reload()
  await expect(browser.getByText('No likes yet')).toBeVisible()
})
