import { openCreatorPageByScreen } from './by-screen.ts'
import { expect, test } from './journey.ts'
import { signUp, signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, beginPost, publishPost, textOf } from './steps.ts'

test.slow()

test('a page name that is too long marks its field and says by how much', async ({ page, mailbox }) => {
  await signUpUnseen(page, aPerson('Asha Rao'), mailbox)
  await page.goto('/create')
  const name = page.getByLabel('Page name')
  await name.fill('A name that goes on and on, as if no page could ever be wide enough for it')
  await page.getByLabel('Page address').fill('asha-rao-the-long')
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Please use at most 60 characters.')
  await expect(name).toBeFocused()
})

test('a new page is complete, and its first plan shows no price it does not have', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUp(page, asha, mailbox)
  await openCreatorPageByScreen(page, { pageName: 'Asha Rao', handle: asha.username })

  await expect(page.getByText('Your first post', { exact: true })).toBeVisible()
  await expect(page.getByText('No plans yet')).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  // Neither grey shapes in place of what isn't there, nor a spinner.
  await expect(page.locator('.animate-breathe, .animate-spin')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add Plan' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Members can also pay yearly, 10% cheaper.')).toBeVisible()
  await dialog.getByLabel('Price').fill('9.99')
  await expect(dialog.getByText('$107')).toBeVisible()
  await dialog.getByLabel('Price').fill('')
  await expect(dialog.getByText('NaN')).toHaveCount(0)
})

test('Esc closes the menu of the editor, and the dialog only when none is open', async ({
  page,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [])
  const dialog = await beginPost(page, { text: 'A first line' })
  await page.keyboard.press('Enter')
  await expect(textOf(dialog).getByRole('paragraph')).toHaveCount(2)
  const menu = dialog.getByRole('listbox', { name: 'Insert' })
  await page.keyboard.press('/')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('/')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('at 320 pixels a post shows its age beside its plan', async ({ page, mailbox }) => {
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, [{ name: 'Friends of studio', price: '9.99', description: '' }])
  await publishPost(page, {
    text: 'From the studio.',
    visibility: 'Friends of studio - $9.99/month supporters',
  })
  await page.setViewportSize({ width: 320, height: 700 })
  const post = page.getByRole('article')
  const badge = post.getByText('Friends of studio').first()
  // Both are measured at one moment, once the narrower page is laid out.
  await expect(async () => {
    const marked = await badge.elementHandle()
    const { isBeside, width } = await post
      .locator('time')
      .first()
      .evaluate((element, other) => {
        if (!other) throw new Error('The post shows no plan.')
        const [time, plan] = [element.getBoundingClientRect(), other.getBoundingClientRect()]
        return { isBeside: plan.left >= time.right || plan.top >= time.bottom, width: time.width }
      }, marked)
    expect(isBeside, 'the plan leaves the time uncovered').toBe(true)
    expect(width).toBeGreaterThan(40)
  }).toPass({ timeout: 15_000 })
})
