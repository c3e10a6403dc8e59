import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signUpCreator, signUpUnseen } from './seed.ts'
import { actOnPost, aPerson, payWithCard } from './steps.ts'

// Each takes several people through many pages.
test.slow()

const BUZZED = { name: 'Buzzed', price: '5', description: 'First drafts.' }
const TIPSY = { name: 'Tipsy', price: '9.99', description: 'Everything, early.' }

/** Publishes by the call of the composer; returns the post's path. */
async function publish(page: Page, post: Record<string, string | null>): Promise<string> {
  return page.evaluate(async (fields) => {
    const token = Object.values(localStorage).find((value) => /^[\w-]{30,}$/.test(value)) ?? ''
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value)
    const answer = await fetch('/api/post/create', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    const body: { post: { path: string } } = await answer.json()
    return body.post.path
  }, post)
}

async function planId(page: Page, handle: string, name: string): Promise<string> {
  const answer = await page.context().request.get(`/api/creatorPlan/getCreatorPlans/${handle}`)
  const plans: { _id: string; name: string }[] = await answer.json()
  return plans.find((plan) => plan.name === name)?._id ?? ''
}

test('a post has a page that says what it is, before any script runs', async ({
  openBrowser,
  mailbox,
  browser,
  baseURL,
}) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpCreator(page, asha, mailbox, [TIPSY])
  const open = await publish(page, {
    title: 'Rain & tea',
    content: '<p>It rained all day. See https://example.com/rain.</p>',
  })
  const locked = await publish(page, {
    title: 'The chorus',
    teaser: 'Every version of it, the embarrassing one too.',
    content: '<p>The word is wombat.</p>',
    planId: await planId(page, asha.username, 'Tipsy'),
  })
  expect(open).toBe(`/${asha.username}/posts/rain-tea`)

  await test.step('its text is in the document', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const bare = await context.newPage()
    await bare.goto(open)
    await expect(bare).toHaveTitle('Rain & tea · Cheers')
    await expect(bare.getByRole('heading', { level: 1 })).toHaveText('Rain & tea')
    await expect(bare.getByText('It rained all day.')).toBeVisible()
    const typed = bare.getByRole('link', { name: 'https://example.com/rain', exact: true })
    await expect(typed).toHaveAttribute('rel', 'noopener noreferrer ugc')
    await expect(bare.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${open}`)

    await bare.goto(locked)
    await expect(bare.getByText('Every version of it, the embarrassing one too.')).toBeVisible()
    await expect(bare.getByRole('link', { name: 'Join Tipsy, $9.99/month' })).toBeVisible()
    expect(await bare.content()).not.toContain('wombat')
    const data: unknown = JSON.parse(
      (await bare.locator('script[type="application/ld+json"]').textContent()) ?? '',
    )
    expect(data).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'The chorus',
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: '.members-only' },
    })
    await expect(bare.locator('.members-only')).toHaveCount(1)
    await context.close()
  })

  await test.step('the last part of its address leads nowhere when it is another word', async () => {
    const visitor = await openBrowser()
    const answer = await visitor.context().request.get(`/${asha.username}/posts/no-such-post`)
    expect(answer.status()).toBe(404)
  })

  await test.step('it leads to the post before it, and its link can be copied and shared', async () => {
    const visitor = await openBrowser()
    await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitor.addInitScript(() => {
      Reflect.set(navigator, 'share', async (shared: unknown) => Reflect.set(window, 'shared', shared))
    })
    await visitor.goto(`/${asha.username}`)
    await visitor.getByRole('link', { name: 'The chorus' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'The chorus' })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.getByRole('link', { name: /Previous post/ }).click()
    await expect(visitor).toHaveURL(`${baseURL}${open}`)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Rain & tea' })).toBeVisible()
    const more = visitor.getByRole('region', { name: `More from ${asha.name}` })
    await expect(more.getByRole('link', { name: 'Follow' })).toBeVisible()
    await expect(more.getByRole('link', { name: 'See the plans' })).toBeVisible()
    await visitor.getByRole('button', { name: 'Copy link' }).click()
    await expect(visitor.getByText('Link copied')).toBeVisible()
    expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${open}`)
    await visitor.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await visitor.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
      title: 'Rain & tea',
      url: `${baseURL}${open}`,
    })
  })

  await test.step('its creator sees whom it is for, and deletes it', async () => {
    await page.goto(locked)
    await expect(page.getByText('The word is wombat.')).toBeVisible()
    await expect(page.getByText('Tipsy', { exact: true })).toBeVisible()
    // Its comments are asked for as well, and would be gone with it.
    await expect(page.getByText('No comments yet')).toBeVisible()
    await actOnPost(page, 'Delete post')
    await page.getByRole('button', { name: "Yes, I'm sure" }).click()
    await page.waitForURL(`**/${asha.username}`)
    await expect(page.getByRole('link', { name: 'The chorus' })).toHaveCount(0)
  })
})

test('a locked post is opened by joining, and names the exact price of a change', async ({
  openBrowser,
  mailbox,
}) => {
  const [asha, ravi] = [aPerson('Asha Rao'), aPerson('Ravi Menon')]
  const page = await openBrowser()
  await signUpCreator(page, asha, mailbox, [BUZZED, TIPSY])
  const path = await publish(page, {
    title: 'Early drafts',
    content: '<p>The word is wombat.</p>',
    planId: await planId(page, asha.username, 'Buzzed'),
  })
  const dearer = await publish(page, {
    title: 'The whole record',
    content: '<p>The word is quokka.</p>',
    planId: await planId(page, asha.username, 'Tipsy'),
  })
  const reader = await openBrowser()
  await signUpUnseen(reader, ravi, mailbox)
  await reader.goto(path)
  await expect(reader.getByText('wombat')).toHaveCount(0)
  await reader.getByRole('button', { name: 'Join Buzzed, $5/month' }).click()
  await payWithCard(reader, 'Succeeds (Visa, India)')
  await reader.waitForURL('**/payment-success/**')
  // A reload, or the address in another tab, still knows the post.
  await reader.reload()
  await reader.getByRole('link', { name: 'Back to the post' }).click()
  await reader.waitForURL(`**${path}`)
  await expect(reader.getByText('The word is wombat.')).toBeVisible()
  await reader.goto(dearer)
  await expect(reader.getByRole('link', { name: 'Change to Tipsy, $9.99/month' })).toBeVisible()
  await expect(reader.getByText(/^\$\d+(\.\d\d)? today, then \$9\.99 on /)).toBeVisible()
  await expectAccessible(reader)
})
