import { check, expectAnnounced, press, tabTo, typeInto } from './keyboard.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import type { Mailbox } from './journey.ts'
import { aPerson, type Person, textOf } from './steps.ts'
import type { Page } from '@playwright/test'

/*
 * A creator's and a supporter's whole path without a mouse. Every control is reached with Tab, so anything that can't
 * be focused ends the journey; axe checks every step.
 */
test('using only the keyboard, people sign up, open a page, publish, join and cancel', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const creator = await openBrowser()
  const member = await openBrowser()

  await test.step('Asha signs up, activates and logs in', () => signUpByKeyboard(creator, asha, mailbox))

  await test.step('she opens a page', async () => {
    await press(creator, creator.getByRole('button', { name: /^Asha Rao/ }))
    await creator.keyboard.press('ArrowDown')
    await creator.keyboard.type('Join')
    await expect(creator.getByRole('menuitem', { name: 'Join as creator' })).toBeFocused()
    await creator.keyboard.press('Enter')
    await creator.waitForURL('**/create')
    await typeInto(creator, creator.getByLabel('Page name'), 'Asha Rao')
    await typeInto(creator, creator.getByLabel('Page address'), asha.username)
    await tabTo(creator, creator.getByLabel('Plan', { exact: true }))
    await creator.keyboard.type('Pro')
    await check(creator, creator.getByLabel('I am 18 or older'))
    await expectAccessible(creator)
    await press(creator, creator.getByRole('button', { name: 'Continue' }))
    await expect(creator.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  })

  await test.step('she adds a plan', async () => {
    await press(creator, creator.getByRole('button', { name: 'Add Plan' }).first())
    const dialog = creator.getByRole('dialog')
    await typeInto(creator, dialog.getByLabel('Plan name'), 'Tipsy')
    await typeInto(creator, dialog.getByLabel('Price'), '9.99')
    await expectAccessible(creator)
    await press(creator, dialog.getByRole('button', { name: 'Add Plan' }))
    await expect(creator.getByRole('heading', { name: 'Tipsy' })).toBeVisible()
  })

  await test.step('she publishes, and hears that it worked', async () => {
    await press(creator, creator.getByRole('button', { name: 'Post', exact: true }))
    const dialog = creator.getByRole('dialog')
    await typeInto(creator, textOf(dialog), 'The record is mixed.')
    await expectAccessible(creator)
    await press(creator, dialog.getByRole('button', { name: 'Publish Post' }))
    await expectAnnounced(creator, 'Post created successfully')
    await expect(dialog).toBeHidden()
    await expect(creator.getByRole('article').filter({ hasText: 'The record is mixed.' })).toBeVisible()
    await expectAccessible(creator)
  })

  await test.step('Ravi signs up', () => signUpByKeyboard(member, ravi, mailbox))

  await test.step('he finds her and joins', async () => {
    await typeInto(member, member.getByLabel('Search creators or topics'), 'Asha Rao')
    await press(member, member.locator(`main a[href="/${asha.username}"]`).first())
    await expect(member.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await expectAccessible(member)
    await press(member, member.getByRole('button', { name: /^Join Tipsy/ }).first())
    await expectAccessible(member)
    await press(member, member.getByRole('button', { name: 'Pay with Razorpay' }))
    const checkout = member.frameLocator('iframe[src*="/v1/checkout/"]')
    await press(member, checkout.getByRole('button', { name: 'Succeeds (Visa, India)' }))
    await press(member, checkout.getByRole('button', { name: /^Pay / }))
    await member.waitForURL('**/payment-success/**')
    await expect(member.getByRole('heading', { name: 'Welcome to the Club!' })).toBeVisible()
    await expectAccessible(member)
  })

  await test.step('he cancels, and hears how long he can still read', async () => {
    await press(member, member.getByRole('link', { name: 'Subscriptions' }).first())
    await press(member, member.getByRole('button', { name: 'Cancel your membership with Asha Rao' }))
    const dialog = member.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Keep membership' })).toBeFocused()
    await expectAccessible(member)
    await press(member, dialog.getByRole('button', { name: 'Cancel membership' }))
    await expectAnnounced(member, 'Your membership with Asha Rao is cancelled.')
    await expect(member.getByRole('button', { name: /^Keep my membership/ })).toBeFocused()
    await expectAccessible(member)
  })
})

async function signUpByKeyboard(page: Page, person: Person, mailbox: Mailbox): Promise<void> {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Start Creating Today' }))
  await page.waitForURL(/\/login/)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }))
  await page.waitForURL(/\/signup/)
  await typeInto(page, page.getByLabel('Name', { exact: true }), person.name)
  await typeInto(page, page.getByLabel('Username'), person.username)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await typeInto(page, page.getByLabel('Confirm Password', { exact: true }), 'another one entirely')
  await check(page, page.getByLabel('I am 13 or older'))
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: 'Sign Up', exact: true }))

  // The error is announced, and focus moves to the field that fixes it.
  await expectAnnounced(page, 'Passwords do not match')
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expectAnnounced(page, 'Check your inbox')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await expectAccessible(page)

  const mail = await mailbox.waitForMail(person.email, 'Activate your Cheers account')
  const link = mail.links.find((address) => address.includes('/activate-account/')) ?? ''
  await page.goto(new URL(link).pathname)
  await expectAnnounced(page, 'Account Activated!')
  await expectAccessible(page)
  // In the browser that signed up the link has logged in, too.
  await press(page, page.getByRole('link', { name: 'Continue' }))
  await page.waitForURL('**/explore')
  await press(page, page.getByRole('button', { name: new RegExp(`^${person.name}`) }))
  await page.getByRole('menuitem', { name: 'Log out' }).press('Enter')
  await press(page, page.getByRole('link', { name: 'Log in', exact: true }))
  await page.waitForURL(/\/login/)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/explore')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAnnounced(page, 'Login successful!')
  await expectAccessible(page)
}
