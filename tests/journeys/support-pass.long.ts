import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { call, signUpCreator, signUpUnseen } from './seed.ts'
import { joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

// Three people look at many pages.
test.slow()

test('a member lets support see their account, both see that they do, and the member ends it', async ({
  openBrowser,
  mailbox,
  product,
  allowError,
}) => {
  // The console before there is a second factor, the proof that it asks for, a code that is none, and the pass once it is over.
  allowError(/Failed to load resource: the server responded with a status of (?:40[34]|422)/)
  const [asha, ravi, sam] = [aPerson('Asha Rao'), aPerson('Ravi Menon'), aPerson('Sam Support')]
  const [ashaPage, raviPage, samPage] = [await openBrowser(), await openBrowser(), await openBrowser()]
  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '9.99', description: 'Demos.' }])
  const audience = [{ reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }]
  await call(ashaPage, 'POST', '/post/create', {
    data: { title: 'For members', content: '<p>A chorus for members.</p>', audience },
  })
  await signUpUnseen(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')
  await joinStaff(samPage, sam, 'support', { mailbox, product })

  let code = ''
  await test.step('Ravi makes a code in his settings', async () => {
    await raviPage.goto('/settings?tab=security')
    const section = raviPage.getByRole('region', { name: 'Help from support' })
    await section.getByRole('button', { name: 'Make a code' }).click()
    const shown = section.getByText(/^\d{4} \d{4}$/)
    await expect(shown).toBeVisible()
    code = await shown.innerText()
    await expectAccessible(raviPage)
  })

  await test.step('Sam enters it, and sees what Ravi sees', async () => {
    await samPage.goto('/staff')
    await samPage.getByRole('link', { name: 'Support pass' }).click()
    await samPage.getByLabel('Code').fill('1234')
    await samPage.getByRole('button', { name: 'Look at their account' }).click()
    await expect(samPage.getByText('A code has eight digits.')).toBeVisible()
    await expectAccessible(samPage)
    await samPage.getByLabel('Code').fill(code)
    await samPage.getByRole('button', { name: 'Look at their account' }).click()
    await expect(samPage.getByText(/^You can see Ravi Menon’s account until/)).toBeVisible()
    await expect(samPage.getByText('Tipsy by Asha Rao').first()).toBeVisible()
    await samPage.getByLabel('Page').fill(asha.username)
    await samPage.getByRole('button', { name: 'Show posts' }).click()
    const post = samPage.getByRole('listitem').filter({ hasText: 'For members' })
    await expect(post.getByText('They can read it')).toBeVisible()
    await expect(samPage.getByText('A chorus for members.')).toHaveCount(0)
    await expectAccessible(samPage)
  })

  await test.step('Ravi sees on every page that support looks, and ends it', async () => {
    await expect(
      raviPage.getByRole('region', { name: 'Help from support' }).getByText(/^Sam Support can see part/),
    ).toBeVisible()
    await raviPage.goto('/explore')
    await expect(raviPage.getByText(/^Support can see part of your account until/)).toBeVisible()
    await expectAccessible(raviPage)
    await raviPage.getByRole('button', { name: 'End it now' }).click()
    await expect(raviPage.getByText(/^Support can see part of your account until/)).toHaveCount(0)
  })

  await test.step('from then on Sam sees nothing, and both acts are in the log', async () => {
    await samPage.reload()
    await expect(samPage.getByText('This pass is over.')).toBeVisible()
    await expect(samPage.getByText('Tipsy by Asha Rao')).toHaveCount(0)
    await samPage.goto('/staff/audit')
    await expect(samPage.getByText('Sam Support: looked at an account with a pass')).toBeVisible()
  })
})
