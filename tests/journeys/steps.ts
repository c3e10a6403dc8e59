import { randomBytes } from 'node:crypto'
import type { FrameLocator, Locator, Page } from '@playwright/test'

import { expect } from './journey.ts'
import { productTime } from './operator.ts'

export interface Person {
  name: string
  username: string
  email: string
  password: string
}

/** A person who doesn't exist yet in this run. */
export function aPerson(name: string): Person {
  const unique = `${name.split(' ')[0]?.toLowerCase()}-${Math.random().toString(36).slice(2, 8)}`
  return { name, username: unique, email: `${unique}@example.com`, password: 'a quiet table by the window' }
}

/** An address from the range reserved for documentation (RFC 3849). */
export function anAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
}

export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

export interface NewPlan {
  name: string
  /** As typed into the field. */
  price: string
  description: string
}

export async function addPlan(page: Page, plan: NewPlan): Promise<void> {
  await page.getByRole('button', { name: 'Add Plan' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plan name').fill(plan.name)
  await dialog.getByLabel('Price').fill(plan.price)
  await dialog.getByLabel('Description').fill(plan.description)
  await dialog.getByRole('button', { name: 'Add Plan' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: plan.name })).toBeVisible()
}

/** Where a post is written, once the editor has loaded. */
export function textOf(page: Page | Locator): Locator {
  return page.getByRole('textbox', { name: 'Your post' })
}

/** Loads a page until it shows what a job brings about: moving the clocks queues those that are due. */
export async function gotoUntil(page: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(shown).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** Opens the dialog and writes; `visibility` as named in the select, or free when absent. */
export async function beginPost(page: Page, post: { text: string; visibility?: string }): Promise<Locator> {
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Post' })
  if (post.visibility)
    await dialog.getByLabel('Who can see this post').selectOption({ label: post.visibility })
  const text = textOf(dialog)
  await text.click()
  // A long text is inserted at once, as from the clipboard.
  if (post.text.length > 500) await page.keyboard.insertText(post.text)
  else await text.pressSequentially(post.text)
  return dialog
}

/** Writes and publishes; `visibility` as named in the select, or free when absent. */
export async function publishPost(page: Page, post: { text: string; visibility?: string }): Promise<void> {
  const dialog = await beginPost(page, post)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText('Post created successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: post.text.slice(0, 30) })).toBeVisible()
}

/** Chooses something from the menu that a post has for its owner. */
export async function actOnPost(within: Page | Locator, name: 'Edit post' | 'Delete post'): Promise<void> {
  await within.getByRole('button', { name: 'More about this post' }).first().click()
  await within.getByRole('menuitem', { name }).click()
}

/** A text too long for a list, starting with the given words: reading on means opening the post. */
export function longText(beginning: string): string {
  return `${beginning} ${'It was recorded in one take, with the window open and the rain outside. '.repeat(40)}`
}

/** Reads on in the first long post of a page. */
export async function readOn(page: Page): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/post/getPost/'))
  await page
    .getByRole('button', { name: /^Continue reading/ })
    .first()
    .click()
  expect((await opened).status()).toBe(200)
}

/** Presses Join beside a plan on a creator's page. */
export async function pressJoin(page: Page, planName: string): Promise<void> {
  // A locked post has a button with that name too, which leads to the plans.
  await page
    .getByRole('complementary', { name: 'Membership' })
    .getByRole('button', { name: new RegExp(`^Join ${planName}`) })
    .click()
}

/** Goes to the page, joins the plan with a working card, and waits for the welcome. */
export async function joinPlan(
  page: Page,
  handle: string,
  planName: string,
  { isYearly = false }: { isYearly?: boolean } = {},
): Promise<void> {
  await page.goto(`/${handle}`)
  if (isYearly) await page.getByRole('radio', { name: /Yearly/ }).check()
  await pressJoin(page, planName)
  await payWithCard(page, 'Succeeds (Visa, India)')
  await page.waitForURL('**/payment-success/**')
}

/** Fills the checkout of the payment sandbox with one of its test cards and pays. */
export async function payWithCard(page: Page, card: string): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Pay with Razorpay' }).click()
  const checkout = page.frameLocator('iframe[src*="/v1/checkout/"]')
  await checkout.getByRole('button', { name: card }).click()
  await checkout.getByRole('button', { name: /^Pay / }).click()
  return checkout
}

/** From a page, opens its newest post; returns the post's path. */
export async function openNewestPost(page: Page): Promise<string> {
  await page
    .getByRole('article')
    .getByRole('link', { name: /just now|ago|20\d\d/ })
    .first()
    .click()
  await page.waitForURL(/\/posts\//)
  return new URL(page.url()).pathname
}

/** Plans a live session for followers, beginning in ten minutes, with a picture; the studio opens. Returns its id. */
export async function planWithVideo(
  page: Page,
  {
    title,
    video,
    afterwards,
    inHours = 1 / 6,
  }: { title: string; video: 'browser' | 'rtmp'; afterwards?: 'publish'; inHours?: number },
): Promise<string> {
  await page.goto('/studio/live')
  await page.getByRole('button', { name: 'Plan a session' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  const start = new Date((await productTime(page.request)).getTime() + inHours * 3_600_000)
  await dialog.getByLabel('Date and time').fill(start.toISOString().slice(0, 16))
  await dialog.getByRole('combobox', { name: 'Video', exact: true }).selectOption(video)
  await dialog.getByRole('combobox', { name: 'Who can see it' }).selectOption('followers')
  if (afterwards) await dialog.getByRole('combobox', { name: 'Afterwards' }).selectOption(afterwards)
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await page.waitForURL(/\/studio\/live\/[\w-]+$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
