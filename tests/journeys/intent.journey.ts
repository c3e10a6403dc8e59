import type { Locator, Page } from '@playwright/test'

import { formatDay } from '#contract/dates.ts'

import { expectAccessible } from './accessibility.ts'
import { mailedCode } from './by-screen.ts'
import { expect, type Mailbox, test } from './journey.ts'
import { productTime } from './operator.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, logIn, payWithCard, type Person, publishPost, textOf } from './steps.ts'

test.slow()

/** A phone in landscape; a laptop, and that phone, at 200 %: zooming in leaves a page half the width and height. */
const SMALL_WINDOWS = [
  [844, 390],
  [640, 360],
  [422, 195],
] as const

/** From the sign-up page to the mail: form, and the path of the mailed link. */
async function signUpOnTheWay(page: Page, person: Person, mailbox: Mailbox): Promise<string> {
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText(`Enter the code we emailed to ${person.email}`)).toBeVisible()
  const mail = await mailbox.waitForMail(person.email, 'Activate your Cheers account')
  const link = new URL(mail.links.find((address) => address.includes('/activate-account/')) ?? '')
  return link.pathname + link.search
}

test('a future creator is led through sign-up and mail to the page where creating begins', async ({
  page,
  mailbox,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create on Cheers' }).click()
  await page.waitForURL('**/signup?**')
  await expect(page.getByRole('heading', { level: 1, name: 'Create your page' })).toBeVisible()
  const person = aPerson('Nila Bose')
  const link = await signUpOnTheWay(page, person, mailbox)

  await test.step('the link logs in where they signed up, and goes on', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Account Activated!' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
    await expect(page.getByText('find the people you want to support')).toHaveCount(0)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('**/create')
    await expect(page.getByLabel('Page name')).toBeVisible()
  })

  await test.step('opened again by whoever is signed in, it leads straight there', async () => {
    await page.goto(link)
    await page.waitForURL('**/create')
  })

  await test.step('where the plan explains itself, Basic first', async () => {
    const plan = page.getByLabel('Plan', { exact: true })
    await expect(plan.locator('option:checked')).toHaveText('Basic (5%)')
    await expect(page.getByText('You keep $9.50 of $10')).toBeVisible()
    await plan.selectOption({ label: 'Premium (25%)' })
    await expect(page.getByText('You keep $7.50 of $10')).toBeVisible()
  })

  await test.step('and the settings name the plan that was chosen', async () => {
    await page.getByLabel('Page name').fill('Nila Bose')
    await page.getByLabel('Page address').fill(person.username)
    await page.getByLabel('I am 18 or older').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`**/${person.username}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByLabel('Your plan with Cheers')).toHaveValue('Premium (25%)')
  })
})

test('a visitor who wants a plan pays for that plan, yearly, and reads the same renewal date everywhere', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  await signUpCreator(asha, creator, mailbox, [
    { name: 'Buzzed', price: '5', description: '' },
    { name: 'Tipsy', price: '9.99', description: '' },
  ])
  await publishPost(asha, { text: 'For Tipsy alone.', visibility: 'Tipsy - $9.99/month supporters' })

  const ravi = await openBrowser()
  // The sheet counts from today, by the clock of whoever looks.
  await ravi.clock.setSystemTime(await productTime(ravi.request))
  const handle = creator.username
  const sheet = ravi.getByRole('dialog', { name: 'Join Buzzed' })
  let renewsOn = ''

  await test.step('on Explore a stranger joins from a locked post, by logging in first', async () => {
    await ravi.goto('/explore')
    const post = ravi.getByRole('article').filter({ has: ravi.getByText(`@${handle}`) })
    await post
      .getByRole('link', { name: /^Join Tipsy/ })
      .first()
      .click()
    await ravi.waitForURL('**/login?next=**')
    const next = new URL(ravi.url()).searchParams.get('next') ?? ''
    expect(next.split('?join=')).toEqual([`/${handle}`, expect.stringMatching(/^[\w-]+$/)])
  })

  await test.step('a stranger’s choice of plan and interval survives sign-up, mail and login', async () => {
    await ravi.goto(`/${handle}`)
    await ravi.getByRole('radio', { name: /Yearly/ }).check()
    await ravi.getByRole('link', { name: /Login to Join Buzzed/ }).click()
    await ravi.waitForURL('**/login?**')
    // What he came for is named, and signing up is as near as logging in.
    await expect(ravi.getByRole('heading', { level: 1, name: 'Join Buzzed' })).toBeVisible()
    await expect(ravi.getByRole('main').getByText('Buzzed, $54/year')).toBeVisible()
    await expect(ravi.getByText('Cancel any time')).toBeVisible()
    await expectAccessible(ravi)
    await ravi.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await expect(ravi.getByRole('heading', { level: 1, name: 'Join Buzzed' })).toBeVisible()
    const person = aPerson('Ravi Menon')
    const link = await signUpOnTheWay(ravi, person, mailbox)
    // Opened on another device, the link logs nobody in; the intent and the address are kept.
    const phone = await openBrowser()
    await phone.goto(link)
    await phone.getByRole('link', { name: 'Go to Login' }).click()
    await expect(phone.getByLabel('Email')).toHaveValue(person.email)
    await expect(phone.getByRole('link', { name: 'Continue' })).toHaveCount(0)
    await ravi.getByRole('link', { name: 'Go to Login' }).click()
    await expect(ravi.getByLabel('Email')).toHaveValue(person.email)
    await logIn(ravi, person)
    await expect(sheet).toBeVisible()
    await expect(sheet.getByText('$54', { exact: true })).toBeVisible()
    expect(new URL(ravi.url()).search).toBe('')
    renewsOn = /next on (.+?),/.exec(await sheet.innerText())?.[1] ?? ''
  })

  await test.step('on a phone in landscape and at 200 %, price and button are in sight together', async () => {
    for (const [width, height] of SMALL_WINDOWS) {
      await ravi.setViewportSize({ width, height })
      await expect(sheet.getByText('$54', { exact: true })).toBeInViewport({ ratio: 1 })
      await expect(sheet.getByRole('button', { name: 'Pay with Razorpay' })).toBeInViewport({ ratio: 1 })
    }
    await ravi.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('sheet, welcome and subscriptions show the same date', async () => {
    expect(formatDay(renewsOn)).not.toBe('')
    await payWithCard(ravi, 'Succeeds (Visa, India)')
    await ravi.waitForURL('**/payment-success/**')
    await expect(ravi.getByText(renewsOn)).toBeVisible()
    await ravi.goto('/subscriptions')
    await expect(ravi.getByText(`Renews on ${renewsOn}`)).toBeVisible()
  })

  await test.step('Explore offers a change from the plan he has, with its price', async () => {
    await ravi.goto('/explore')
    // In what he supports, and among the recent posts.
    const post = ravi.getByRole('article').filter({ has: ravi.getByText(`@${handle}`) })
    await expect(post.getByRole('link', { name: /^Join/ })).toHaveCount(0)
    await post.getByRole('link', { name: 'Change to Tipsy, $107/year' }).first().click()
    const change = ravi.getByRole('dialog', { name: 'Change your plan for Asha Rao' })
    await expect(change.getByRole('radio', { name: /Tipsy/ })).toBeChecked()
    await expect(change.getByRole('radio', { name: /Yearly/ })).toBeChecked()
    for (const [width, height] of SMALL_WINDOWS) {
      await ravi.setViewportSize({ width, height })
      await expect(change.getByText('Charged today')).toBeInViewport({ ratio: 1 })
      await expect(change.getByRole('button', { name: /Pay .* and change/ })).toBeInViewport({ ratio: 1 })
    }
    await ravi.setViewportSize({ width: 1280, height: 720 })
    await change.getByRole('button', { name: 'Keep what I have' }).click()
  })

  await test.step('from the menu, the change dialog opens on his current plan', async () => {
    await ravi.getByRole('button', { name: 'More for Asha Rao' }).click()
    await ravi.getByRole('menuitem', { name: 'Change plan' }).click()
    const change = ravi.getByRole('dialog', { name: 'Change your plan for Asha Rao' })
    await expect(change.getByRole('radio', { name: /Buzzed/ })).toBeChecked()
    await expect(change.getByRole('radio', { name: /Yearly/ })).toBeChecked()
    await change.getByRole('button', { name: 'Keep what I have' }).click()
  })

  await test.step('a paused membership is not listed as active', async () => {
    await ravi.getByRole('button', { name: 'More for Asha Rao' }).click()
    await ravi.getByRole('menuitem', { name: 'Pause' }).click()
    await ravi.getByRole('button', { name: 'Pause membership' }).click()
    const paused = ravi.getByRole('region', { name: 'Paused' })
    await expect(paused.getByRole('link', { name: 'Asha Rao' })).toBeVisible()
    const active = ravi.getByRole('region', { name: 'Active Subscriptions' })
    await expect(active.getByRole('link', { name: 'Asha Rao' })).toHaveCount(0)
  })
})

test('from the front page to a page takes 6 presses and 6 fields, and to its first post 2 and 1 more', async ({
  page,
  mailbox,
}) => {
  const person = aPerson('Nila Bose')
  const pageName = `Paper ${person.username}`
  const hand = countingHand(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await hand.press(page.getByRole('link', { name: 'Start Creating Today' }))
  await page.waitForURL('**/login?**')
  // Nobody who is new is welcomed back.
  await expect(page.getByRole('heading', { level: 1, name: 'Create your page' })).toBeVisible()
  await signUpByHand(page, hand, person, mailbox)
  await page.waitForURL('**/create')
  await hand.type('Page name', pageName)
  const next = page.getByRole('button', { name: 'Continue' })
  await expect(next).toBeInViewport({ ratio: 1 })
  await hand.press(page.getByLabel('I am 18 or older'))
  await hand.press(next)
  await expect(page.getByRole('heading', { level: 1, name: pageName })).toBeVisible()
  expect(hand.counted()).toEqual({ presses: 6, fields: 6 })
  await hand.press(page.getByRole('button', { name: 'Create Post' }))
  const dialog = page.getByRole('dialog', { name: 'Create New Post' })
  await hand.write(textOf(dialog), 'The first fold of a paper boat.')
  await hand.press(dialog.getByRole('button', { name: 'Publish Post' }))
  const post = page.getByRole('article').filter({ hasText: 'The first fold of a paper boat.' })
  await expect(post).toBeVisible()
  expect(hand.counted()).toEqual({ presses: 8, fields: 7 })
})

test('from a shared link to reading takes 6 presses and 5 fields, paying apart', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const asha = await openBrowser()
  await signUpCreator(asha, creator, mailbox, [{ name: 'Tipsy', price: '9.99', description: '' }])
  await publishPost(asha, { text: 'Kept for Tipsy alone.', visibility: 'Tipsy - $9.99/month supporters' })
  const hand = countingHand(page)
  await page.goto(`/${creator.username}`)
  await hand.press(page.getByRole('link', { name: /Login to Join Tipsy/ }))
  await page.waitForURL('**/login?**')
  await signUpByHand(page, hand, aPerson('Ravi Menon'), mailbox)
  await expect(page.getByRole('dialog', { name: 'Join Tipsy' })).toBeVisible()
  // It presses the button that opens the payment, which the walk counts; what follows is paying.
  await payWithCard(page, 'Succeeds (Visa, India)')
  hand.count()
  await page.waitForURL('**/payment-success/**')
  await hand.press(page.getByRole('main').getByRole('link', { name: /Kept for Tipsy alone/ }))
  await page.waitForURL('**/posts/**')
  await expect(page.getByRole('article').getByText('Kept for Tipsy alone.')).toBeVisible()
  expect(hand.counted()).toEqual({ presses: 6, fields: 5 })
})

/** Counts what a newcomer has to press and fill in. */
function countingHand(page: Page) {
  let presses = 0
  let fields = 0
  return {
    async press(control: Locator) {
      presses += 1
      await control.click()
    },
    /** A press that a step made. */
    count() {
      presses += 1
    },
    async write(editor: Locator, text: string) {
      fields += 1
      await editor.pressSequentially(text)
    },
    async type(label: string, text: string) {
      fields += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    counted: () => ({ presses, fields }),
  }
}

/** From the login page, with the username that the name suggests. */
async function signUpByHand(
  page: Page,
  hand: ReturnType<typeof countingHand>,
  person: Person,
  mailbox: Mailbox,
): Promise<void> {
  await hand.press(page.getByRole('main').getByRole('link', { name: 'Sign up' }))
  await hand.type('Name', `${person.name} ${person.username}`)
  await hand.type('Email', person.email)
  await hand.type('Password', person.password)
  await hand.type('Confirm Password', person.password)
  await hand.press(page.getByLabel('I am 13 or older'))
  await hand.press(page.getByRole('button', { name: 'Sign Up', exact: true }))
  await hand.type('Six-digit code', await mailedCode(mailbox, person))
}

test('the front page says what is coming', async ({ page }) => {
  await page.goto('/')
  for (const title of [
    'Exclusive Posts',
    'Private Community',
    'Direct Messaging',
    'Polls',
    'Q&A Sessions',
    'Livestream Integration',
  ])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Private Discord access' }).last()).toHaveText(
    /Coming/,
  )
})
