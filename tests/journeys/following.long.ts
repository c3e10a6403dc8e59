import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { press } from './keyboard.ts'
import { follow, openCreatorPage, publishForFollowers, signUp, signUpUnseen } from './seed.ts'
import { aPerson } from './steps.ts'

test.describe.configure({ timeout: 240_000 })

test('a visitor follows by e-mail, is mailed, has enough of mails, and unfollows', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const [witness, visitor] = [aPerson('Meera Das'), aPerson('Ravi Sen')]
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: creator.name, handle })
  await publishForFollowers(asha, 'The first verse.')
  // Whose mail tells that a post's mails were sent.
  const meera = await openBrowser()
  await signUp(meera, witness, mailbox)
  await follow(meera, handle)

  const ravi = await openBrowser()
  const newPosts = (email: string) => mailbox.count(email, 'A new post by')

  await test.step('asks by keyboard', async () => {
    await ravi.goto(`/${handle}`)
    await expect(ravi.getByText('The first verse.')).toBeHidden()
    await press(ravi, ravi.getByRole('link', { name: `Follow ${creator.name} for free` }))
    const dialog = ravi.getByRole('dialog', { name: `Follow ${creator.name} for free` })
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await expectAccessible(ravi)
    await ravi.keyboard.press('Enter')
    await expect(dialog.getByText('Email is required')).toBeVisible()
    await ravi.keyboard.type(visitor.email)
    await ravi.keyboard.press('Enter')
    await expect(ravi.getByRole('dialog', { name: 'Check your inbox' })).toContainText(visitor.email)
    await expectAccessible(ravi)
  })

  await test.step('confirms in one step, and reads on', async () => {
    const mail = await mailbox.waitForMail(visitor.email, `Finish following ${creator.name} on Cheers`)
    const link = mail.links.find((address) => address.includes('/confirm-follow/')) ?? ''
    // A mail scanner opens it first; the mail may be a moment ahead of the link.
    const scanner = await openBrowser()
    await scanner.goto(link)
    await expect(async () => {
      await scanner.reload()
      await expect(scanner.getByLabel('Name')).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 15_000 })
    await ravi.goto(link)
    await expect(ravi.getByRole('heading', { level: 1, name: `Follow ${creator.name}` })).toBeVisible()
    await expectAccessible(ravi)
    await ravi.getByLabel('Name').fill(visitor.name)
    await ravi.getByLabel('Password', { exact: true }).fill(visitor.password)
    await ravi.getByLabel(/or older/).check()
    await ravi.getByRole('button', { name: 'Finish' }).click()
    await ravi.waitForURL((url) => url.pathname === `/${handle}`)
    await expect(ravi.getByRole('button', { name: `Following ${creator.name}` })).toBeVisible()
    await expect(ravi.getByText('The first verse.')).toBeVisible()

    await scanner.goto(link)
    await expect(scanner.getByRole('heading', { name: 'You have an account already' })).toBeVisible()
    await expectAccessible(scanner)
  })

  await test.step('comes to the next post from its mail', async () => {
    await publishForFollowers(asha, 'The second verse.')
    const mail = await mailbox.waitForMail(visitor.email, `A new post by ${creator.name}`)
    await ravi.goto(mail.links.find((address) => address.includes('/posts/')) ?? '')
    await expect(ravi.getByText('The second verse.')).toBeVisible()
  })

  await test.step('turns mails off, by keyboard, and gets none', async () => {
    await ravi.goto(`/${handle}`)
    await press(ravi, ravi.getByRole('button', { name: `Following ${creator.name}` }))
    await expect(ravi.getByRole('menuitem', { name: 'Turn emails off' })).toBeFocused()
    await expectAccessible(ravi)
    await ravi.keyboard.press('Enter')
    await expect(ravi.getByText(`No more emails about new posts by ${creator.name}.`)).toBeVisible()
    await expect.poll(() => newPosts(witness.email)).toBe(1)
    await publishForFollowers(asha, 'The third verse.')
    await expect.poll(() => newPosts(witness.email), { timeout: 30_000 }).toBe(2)
    await publishForFollowers(asha, 'The fourth verse.')
    await expect.poll(() => newPosts(witness.email), { timeout: 30_000 }).toBe(3)
    expect(await newPosts(visitor.email)).toBe(1)
  })

  await test.step('unfollows in the settings', async () => {
    await ravi.goto('/settings?tab=memberships')
    await ravi.getByRole('button', { name: `Following ${creator.name}` }).click()
    await expect(ravi.getByRole('menuitem', { name: 'Turn emails on' })).toBeVisible()
    await expectAccessible(ravi)
    await ravi.getByRole('menuitem', { name: 'Unfollow' }).click()
    await expect(ravi.getByText("You don't follow anyone yet.")).toBeVisible()
    await ravi.goto(`/${handle}`)
    await expect(ravi.getByRole('button', { name: `Follow ${creator.name} for free` })).toBeVisible()
    await expect(ravi.getByText('The third verse.')).toBeHidden()
  })
})
