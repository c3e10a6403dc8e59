import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { codeFor, plugIn } from './authenticator.ts'
import { expect, test } from './journey.ts'
import { passDays, runAsOperator } from './operator.ts'
import { signUp, signUpCreator } from './seed.ts'
import { aPerson, type Person } from './steps.ts'

/** Browsers write every refused call into the console; these are meant to be refused, or asked as somebody logs out. */
const REFUSED = /Failed to load resource: the server responded with a status of (?:401|403|409)/

async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: /^cheers-\d+$/ })
}

/** Closes the dialog of new recovery codes, and keeps them. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(dialog).toBeHidden()
  return codes
}

/** Sets up an authenticator app, and answers its key and the recovery codes. */
async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const key = await dialog.locator('code').innerText()
  await dialog.getByLabel('Code from the app').fill(await codeFor(page, key))
  await dialog.getByRole('button', { name: 'Finish' }).click()
  return { key, codes: await keepCodes(page) }
}

const afterLogin = (page: Page) => page.waitForURL((url) => !url.pathname.startsWith('/login'))

test('a passkey logs in on its own; a copy, another site and an answer sent twice do not', async ({
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(REFUSED)
  const page = await openBrowser()
  const asha = aPerson('Asha Rao')
  const device = await plugIn(page)
  await signUp(page, asha, mailbox)

  await test.step('Asha adds a passkey, and keeps her recovery codes', async () => {
    await page.goto('/settings')
    await page.getByRole('tab', { name: 'Security' }).click()
    await expect(page.getByText('Only your password protects your account')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('My phone')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await keepCodes(page)
    await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('Added')
    await expect(page.getByText('10 codes left of 10.')).toBeVisible()
    await expectAccessible(page)
    await mailbox.waitForMail(asha.email, 'A passkey was added')
  })

  await test.step('she logs in with it alone', async () => {
    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await afterLogin(page)
    await expect(page.getByRole('link', { name: 'Subscriptions' })).toBeVisible()
  })

  const refusal = page.getByText('This passkey could not be confirmed.')

  await test.step('a copy of it, which has counted less, is refused', async () => {
    await logOut(page)
    await page.goto('/login')
    await device.rewind(1)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(refusal).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  await test.step('the same answer sent again opens nothing', async () => {
    await device.rewind(100)
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/passkey'))
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    const body: unknown = (await sent).postDataJSON()
    await afterLogin(page)
    const again = await page.request.post('/api/auth/passkey', { data: body })
    expect([again.status(), await again.json()]).toMatchObject([409, { code: 'challenge_over' }])
  })

  await test.step('what it says on another site opens nothing here', async () => {
    const begun = await page.request.post('/api/auth/passkey/challenge', { data: {} })
    const { challenge } = (await begun.json()) as { challenge: string }
    const { origin } = new URL(page.url())
    // The same host, so that browsers hand out its passkeys there, and another port.
    const body = '<!doctype html><html data-ready><title>Not Cheers</title></html>'
    await page.route('http://localhost:8999/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('http://localhost:8999/')
    const assertion = await page.evaluate(async (given) => {
      const bytes = Uint8Array.from(atob(given.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
        c.charCodeAt(0),
      )
      const found = await navigator.credentials.get({
        publicKey: { challenge: bytes, rpId: 'localhost', userVerification: 'required' },
      })
      return (found as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>
    }, challenge)
    const { id, rawId, type, response } = assertion
    const answer = await page.request.post(`${origin}/api/auth/passkey`, {
      data: { challenge, assertion: { id, rawId, type, response } },
    })
    expect([answer.status(), await answer.json()]).toMatchObject([403, { code: 'passkey_refused' }])
  })
})

test('a creator loses the phone and gets back in', async ({
  openBrowser,
  mailbox,
  allowError,
  product,
  request,
}) => {
  test.slow()
  allowError(REFUSED)
  const page = await openBrowser()
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  await page.goto('/settings/security')
  const { codes } = await setUpApp(page)
  const other = await openBrowser()

  await test.step('with a recovery code, on a new phone', async () => {
    await fillLogin(other, asha)
    await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectAccessible(other)
    await other.getByLabel('Code from your authenticator app').fill('000000')
    await other.getByRole('button', { name: 'Confirm' }).click()
    await expect(other.getByText('This code is wrong or has been used.')).toBeVisible()
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await other.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
    await other.getByRole('button', { name: 'Confirm' }).click()
    await afterLogin(other)
    await mailbox.waitForMail(asha.email, 'A recovery code of your Cheers account was used')
    await mailbox.waitForMail(asha.email, 'New log-in to Cheers')
  })

  await test.step('she replaces the app that was on the old one', async () => {
    await other.goto('/settings/security')
    await expect(other.getByText('9 codes left of 10.')).toBeVisible()
    await other.getByRole('button', { name: 'Remove Authenticator app' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(other.getByText('Only your password protects your account')).toBeVisible()
    await setUpApp(other)
  })

  await test.step('without anything left, two people of the staff agree, and a week passes', async () => {
    const say = (by: string) =>
      runAsOperator(product, 'staff', 'lost-factors', asha.email, '--reason', 'We rang her', '--by', by)
    expect(await say('dev')).toContain('Somebody else has to say so too')
    expect(await say('dev')).toContain('nothing was changed')
    expect(await say('maya')).toContain('Their second factors are removed on')
    await mailbox.waitForMail(asha.email, 'The second step of your Cheers account will be removed on')
    await other.reload()
    await expect(other.getByText(/^Your second step is removed on \d+ \w+( \d{4})?$/)).toBeVisible()
    await passDays(request, 4.1)
    await mailbox.waitForMail(asha.email, 'Three days left')
    await passDays(request, 3)
    await mailbox.waitForMail(asha.email, 'The second step of your Cheers account has been removed')
    const latest = await openBrowser()
    await fillLogin(latest, asha)
    await afterLogin(latest)
    await expect(latest.getByRole('link', { name: 'Payouts' })).toBeVisible()
  })
})

test('a change of the address is confirmed from both, and taken back from the old one', async ({
  openBrowser,
  mailbox,
  allowError,
  request,
}) => {
  allowError(REFUSED)
  const page = await openBrowser()
  const ravi = aPerson('Ravi Menon')
  await signUp(page, ravi, mailbox)
  const next = `new-${ravi.email}`
  const linkIn = async (to: string, subject: string, part: string) =>
    (await mailbox.waitForMail(to, subject)).links.find((link) => link.includes(part)) ?? ''

  await test.step('after ten minutes the password is asked for once more', async () => {
    await passDays(request, 11 / (24 * 60))
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByLabel('New address').fill(next)
    await page.getByRole('button', { name: 'Email both addresses' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await expectAccessible(page)
    await proof.getByLabel('Your password').fill('not the password')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(proof.getByText('This is not your current password.')).toBeVisible()
    await proof.getByLabel('Your password').fill(ravi.password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(`Changing to ${next}`)).toBeVisible()
  })

  await test.step('both confirm, and the new address logs in', async () => {
    const links = [
      await linkIn(ravi.email, 'Confirm the new address', '/confirm-email/'),
      await linkIn(next, 'Confirm that this is your address', '/confirm-email/'),
    ]
    for (const link of links) {
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
    }
    await logOut(page)
    await fillLogin(page, { ...ravi, email: next })
    await afterLogin(page)
  })

  await test.step('the old one takes it back, which signs everybody out', async () => {
    const link = await linkIn(ravi.email, 'The address of your Cheers account was changed', '/undo-email/')
    await page.goto(link)
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByRole('heading', { name: 'Your old address is back' })).toBeVisible()
    await mailbox.waitForMail(ravi.email, 'Choose a new password for Cheers')
    await logOut(page)
    await fillLogin(page, ravi)
    await afterLogin(page)
  })
})
