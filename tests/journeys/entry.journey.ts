import { expectAccessible } from './accessibility.ts'
import { mailedCode, signUpByScreen } from './by-screen.ts'
import { expect, test } from './journey.ts'
import { noteWhenShown, shownForMs } from './shown-time.ts'
import { aPerson, logIn } from './steps.ts'

test.slow()

test('the login form says what is missing, shows the password, and offers the other ways in', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.getByText('OR', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a quiet table')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  // Nobody is led to another site after logging in.
  await page.goto('/login?next=https%3A%2F%2Fevil.example')
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign up' })
  await expect(signUp).toHaveAttribute('href', '/signup')
  await signUp.click()
  await expect(page).toHaveURL(/\/signup/)
})

test('what is typed into the login form before its script runs is kept', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  const opened = page.goto('/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await email.fill('asha@example.com')
  await password.fill('a quiet')
  script.resolve()
  await opened
  await password.press('End')
  await password.pressSequentially(' table')
  await expect(password).toHaveValue('a quiet table')
  await expect(email).toHaveValue('asha@example.com')
})

test('the sign-up form says what is missing, field by field, and links back', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription('Use at least 8 characters')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  for (const message of [
    'Last name is required',
    'Username is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()

  // The username follows the name, until one is typed.
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Zoë Rao')
  await expect(page.getByLabel('Username')).toHaveValue('zoerao')
  await page.getByLabel('Username').fill('asha')
  await name.fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@example.com')
  await password.fill('password1')
  await expect(password).toHaveAccessibleDescription('Weak. Add a few words.')
  await password.fill('a quiet table by the window')
  await expect(password).toHaveAccessibleDescription('Strong')
  await page.getByLabel('Confirm Password', { exact: true }).fill('another one')
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  // The input is still there.
  await expect(page.getByLabel('Username')).toHaveValue('asha')

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('an activation link that is wrong says so, and one that is missing can be sent again', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 4\d\d.*\/api\/auth\//)
  await page.clock.install()

  await page.goto('/activate-account/nothing-of-ours')
  await expect(page.getByRole('heading', { name: 'Activation Failed' })).toBeVisible()
  await expect(
    page.getByText('The token is invalid or has expired. Please request a new activation link.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
  await expect(page).toHaveURL(/\/signup/)

  const person = aPerson('Meera Nair')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await mailbox.waitForMail(person.email, 'Activate your Cheers account')

  await expect(page.getByText(`Enter the code we emailed to ${person.email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  await page.clock.runFor(30_000)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(page.getByText('Activation email sent!').first()).toBeVisible()
  await mailbox.waitForMail(person.email, 'Activate your Cheers account')
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()

  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const activate = page.getByRole('button', { name: 'Activate', exact: true })
  await expect(activate).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCount(0)
  await activate.click()
  await expect(page.getByText('Activation email sent!').first()).toBeVisible()
})

test('a mistyped address is changed, wrong codes are refused, and the right one logs in', async ({
  page,
  mailbox,
  allowError,
}) => {
  allowError(/status of 4\d\d.*\/api\/auth\/verify-code/)
  const person = aPerson('Meera Nair')
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(`mistyped-${person.email}`)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()

  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText(`Enter the code we emailed to ${person.email}`)).toBeVisible()

  const code = await mailedCode(mailbox, person)
  const field = page.getByLabel('Six-digit code')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  const wrong = code === '000000' ? '111111' : '000000'
  await field.fill(wrong)
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible()
  await expect(field).toBeFocused()
  // Typed over, as it is pasted from a mail.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('**/explore')
})

test('after five wrong codes only the link is left, and logs in', async ({ page, mailbox, allowError }) => {
  allowError(/status of 4\d\d.*\/api\/auth\/verify-code/)
  const person = aPerson('Ravi Menon')
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByLabel('I am 13 or older').check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const mail = await mailbox.waitForMail(person.email, 'Activate your Cheers account')
  const code = /^Code: (\d{6})$/m.exec(mail.text)?.[1] ?? ''
  const field = page.getByLabel('Six-digit code')
  for (let by = 1; by <= 5; by += 1) {
    const answered = page.waitForResponse('**/api/auth/verify-code')
    await field.fill(String((Number(code) + by) % 1_000_000).padStart(6, '0'))
    await answered
  }
  await expect(page.getByText('Follow the link in the email instead')).toBeVisible()
  await expect(field).toHaveCount(0)
  const link = new URL(mail.links.find((address) => address.includes('/activate-account/')) ?? '')
  await page.goto(link.pathname)
  await expect(page.getByRole('heading', { name: 'Account Activated!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
})

test('a toast appears at the top right and disappears after five seconds; logging out forgets the user', async ({
  page,
  mailbox,
  allowError,
}) => {
  // Explore may be asking for more at the moment of logging out.
  allowError(/status of 401 /)
  const ravi = aPerson('Ravi Menon')
  await signUpByScreen(page, ravi, mailbox)
  await page.evaluate(() =>
    localStorage.setItem('recently-visited', '[{"id":"1","pageHandle":"x","pageName":"X"}]'),
  )
  await page.getByRole('button', { name: new RegExp(ravi.name) }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.clock.install()
  await page.goto('/login')
  await noteWhenShown(page, 'Login successful!')
  await logIn(page, ravi)
  await expect(page).toHaveURL(/\/explore$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  expect((await page.evaluate(() => localStorage.getItem('recently-visited'))) ?? '').not.toContain('"x"')

  const toast = page.getByText('Login successful!')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  const widthPx = page.viewportSize()?.width ?? 0
  expect(box?.x ?? 0).toBeGreaterThan(widthPx / 2)
  expect(box?.y ?? Infinity).toBeLessThan(120)
  await page.clock.runFor(4500 - (await shownForMs(page)))
  await expect(toast).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast).toBeHidden()
})
