import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { signUp, signUpCreator, signUpUnseen } from './seed.ts'
import { noteWhenShown, shownForMs } from './shown-time.ts'
import { actOnPost, aPerson, pressJoin, publishPost, textOf } from './steps.ts'

test.slow()

/** Makes the calls to a path fail, like a server that has trouble or refuses. */
async function refuse(page: Page, path: string, answer: { status: number; body: object }): Promise<void> {
  await page.route(`**/api${path}`, (route) =>
    route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      body: JSON.stringify(answer.body),
    }),
  )
}

const TROUBLE = { status: 500, body: { message: 'Something went wrong', code: 'internal' } }

test('refused sign-ups and logins are shown in a toast', async ({ page, allowError }) => {
  allowError(/status of 4\d\d.*\/api\/auth\//)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const toasts = page.locator('[data-sonner-toast]')
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText(/password/i)
  await expect(page.getByText((await toasts.innerText()).trim())).toHaveCount(1)
  await expect(page).toHaveURL(/\/login/)

  await page.goto('/signup')
  await refuse(page, '/auth/register', {
    status: 422,
    body: { message: 'This username is taken.', code: 'username_taken', field: 'username' },
  })
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao')
  await page.getByLabel('Username').fill('asha')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a quiet table by the window')
  await page.getByLabel('Confirm Password', { exact: true }).fill('a quiet table by the window')
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(toasts.filter({ hasText: 'This username is taken.' })).toHaveCount(1)
  await expect(page.getByText('This username is taken.')).toHaveCount(1)
  // Shown once, in the toast; its field is marked and has the focus.
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a profile that could not be saved says so for five seconds', async ({ page, mailbox, allowError }) => {
  allowError(/status of 400.*\/api\/user\/update/)
  await signUp(page, aPerson('Meera Nair'), mailbox)
  await page.clock.install()
  await page.goto('/settings')
  await refuse(page, '/user/update', { status: 400, body: { message: 'Bad Request', code: 'bad_request' } })
  const form = page.locator('form').filter({ has: page.getByLabel('Username') })
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await form.getByRole('button', { name: /save/i }).click()
  const failure = form.getByText('Bad Request')
  await expect(failure).toBeVisible()
  await page.clock.runFor(4000)
  await expect(failure).toBeVisible()
  await page.clock.runFor(2000)
  await expect(failure).toBeHidden()
})

test('plans that cannot be loaded say so under their field, and can be asked for again', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 500.*\/api\/cheersPlan\/getPlanNames/)
  await signUp(page, aPerson('Meera Nair'), mailbox)
  await refuse(page, '/cheersPlan/getPlanNames', TROUBLE)
  await page.goto('/create')
  await expect(page.getByLabel('Plan', { exact: true })).toHaveAccessibleDescription(/Something went wrong/, {
    timeout: 20_000,
  })
  await page.unroute('**/api/cheersPlan/getPlanNames')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByLabel('Plan', { exact: true }).locator('option', { hasText: 'Pro (10%)' }),
  ).toHaveCount(1)
})

test('failures on a creator’s own page say so, and nothing is lost', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 500.*\/api\/(?:post|creatorPlan)\//)
  const asha = aPerson('Asha Rao')
  await page.clock.install()
  await signUpCreator(page, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  await publishPost(page, { text: 'The record is mixed.' })
  await refuse(page, '/post/create', TROUBLE)
  await refuse(page, '/post/delete/*', TROUBLE)
  await refuse(page, '/creatorPlan/delete/**', TROUBLE)

  await test.step('a rejected post stays in the editor, which says so for eight seconds', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const editor = textOf(dialog)
    await editor.click()
    await editor.pressSequentially('Words that took an evening.')
    const failure = 'Failed to create post, please try again'
    await noteWhenShown(page, failure)
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(page.getByText(failure)).toHaveCount(1)
    await expect(editor).toHaveText('Words that took an evening.')
    await page.clock.runFor(7500 - (await shownForMs(page)))
    await expect(page.getByText(failure)).toBeVisible()
    await page.clock.runFor(1500)
    await expect(page.getByText(failure)).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  await test.step('a post that was not deleted is still there', async () => {
    await actOnPost(page, 'Delete post')
    await page.getByRole('button', { name: "Yes, I'm sure" }).click()
    await expect(page.getByText('Failed to delete post').first()).toBeVisible()
    await expect(page.getByText('The record is mixed.')).toBeVisible()
  })

  await test.step('a plan that was not deleted is still there', async () => {
    await page.getByRole('button', { name: /^Delete.*Tipsy/ }).click()
    await page.getByRole('button', { name: "Yes, I'm sure" }).click()
    await expect(page.getByText('Failed to delete plan').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tipsy' })).toBeVisible()
  })
})

test('a link without a preview says why, and a checkout that cannot begin costs nothing', async ({
  page,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 50[02].*\/api\/(?:link-preview|razorpay)/)
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])

  await test.step('the link block, in the spec’s three words', async () => {
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await textOf(page).click()
    await page.keyboard.type('/link card')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Link card' })
    const address = dialog.getByRole('textbox', { name: 'Address' })
    const meta = { title: 'Elsewhere', description: '', image: { url: '' } }
    for (const [answer, words] of [
      [TROUBLE, "Couldn't fetch the link data"],
      [
        { status: 200, body: { success: 0, link: '', meta } },
        "Couldn't get this link data, try the other one",
      ],
      [{ status: 200, body: { success: 1 } }, 'Wrong response format from the server'],
    ] as const) {
      await refuse(page, '/link-preview?*', answer)
      await address.fill('https://example.com/a-song')
      await address.press('Enter')
      await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible()
      await page.unroute('**/api/link-preview?*')
    }
  })

  await test.step('the checkout', async () => {
    const ravi = await openBrowser()
    await signUpUnseen(ravi, aPerson('Ravi Menon'), mailbox)
    await ravi.goto(`/${asha.username}`)
    await refuse(ravi, '/razorpay/createRazorpaySubscription', {
      status: 502,
      body: { message: 'The payment provider does not answer.', code: 'provider_unavailable' },
    })
    await pressJoin(ravi, 'Tipsy')
    await ravi.getByRole('button', { name: 'Pay with Razorpay' }).click()
    await expect(ravi.getByText('Failed to create checkout session').first()).toBeVisible()
    await expect(ravi.getByText('The payment provider does not answer.')).toBeVisible()
  })
})

test('a studio whose owner could not be asked for says so, and opens when asked again', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 500.*\/api\/auth\/getLoggedInUser/)
  await signUpCreator(page, aPerson('Asha Rao'), mailbox, [])
  await refuse(page, '/auth/getLoggedInUser', TROUBLE)
  for (const path of ['/studio/members', '/studio/posts', '/studio/insights', '/payout/payments']) {
    await page.goto(path)
    await expect(page.getByText('Your account could not be loaded')).toBeVisible()
  }
  await page.unroute('**/api/auth/getLoggedInUser')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
