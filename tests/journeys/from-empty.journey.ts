import { openCreatorPageByScreen, signUpByScreen } from './by-screen.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { addPlan, aPerson, payWithCard, pressJoin, publishPost } from './steps.ts'

const SECRET = 'The harbour song is about my grandmother.'

test('a creator opens a page, a supporter pays and reads, a stranger sees nothing of it', async ({
  openBrowser,
  mailbox,
  request,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const handle = asha.username
  const ashaPage = await openBrowser()
  const raviPage = await openBrowser()
  const strangerPage = await openBrowser()

  await test.step('Asha signs up by the mailed link and opens her page', async () => {
    await signUpByScreen(ashaPage, asha, mailbox)
    await openCreatorPageByScreen(ashaPage, { pageName: 'Asha Rao', handle })
    await addPlan(ashaPage, {
      name: 'Tipsy',
      price: '9.99',
      description: 'Demos and the stories behind them.',
    })
    await publishPost(ashaPage, { text: 'The record is mixed.' })
    await publishPost(ashaPage, { text: SECRET, visibility: 'Tipsy - $9.99/month supporters' })
    await expectAccessible(ashaPage)
  })

  await test.step('Ravi signs up and finds the members-only post locked', async () => {
    await signUpByScreen(raviPage, ravi, mailbox)
    await raviPage.goto(`/${handle}`)
    await expect(raviPage.getByText('The record is mixed.')).toBeVisible()
    await expect(raviPage.getByText('A post for Tipsy')).toBeVisible()
    expect(await raviPage.content()).not.toContain(SECRET)
  })

  await test.step('he joins through the checkout and lands on the success page', async () => {
    await pressJoin(raviPage, 'Tipsy')
    await payWithCard(raviPage, 'Succeeds (Visa, India)')
    await raviPage.waitForURL('**/payment-success/**')
    await expect(raviPage.getByRole('heading', { name: 'Welcome to the Club!' })).toBeVisible()
    await expect(raviPage.getByText('Active', { exact: true })).toBeVisible()
    await expect(raviPage.getByText('$9.99/month')).toBeVisible()
    const opened = raviPage.getByRole('region', { name: 'Now open to you' })
    await expect(opened.getByRole('link', { name: SECRET })).toBeVisible()
    await expect(raviPage.getByRole('link', { name: 'Explore Content' })).toHaveAttribute('target', '_blank')
    await expectAccessible(raviPage)
  })

  await test.step('he reads the post, and finds the subscription and the receipt', async () => {
    await raviPage.goto(`/${handle}`)
    await expect(raviPage.getByText(SECRET)).toBeVisible()
    await expect(raviPage.getByText('Subscribed').first()).toBeVisible()
    await raviPage.goto('/subscriptions')
    await expect(raviPage.getByText('Asha Rao').first()).toBeVisible()
    await expect(raviPage.getByText('$9.99').first()).toBeVisible()
    const receipt = await mailbox.waitForMail(ravi.email, 'your receipt')
    expect(receipt.text).toContain('$9.99')
    expect(receipt.text).toContain('Tipsy')
  })

  await test.step('Asha sees the payment, with the fee listed', async () => {
    const payments = await ashaPage.evaluate(async () => {
      const response = await fetch('/api/creatorpayments/getCreatorPayments', {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      return (await response.json()) as unknown
    })
    expect(payments).toMatchObject([
      { userId: { name: 'Ravi Menon' }, planId: { name: 'Tipsy' }, amount: 9.99, fee: 1, net: 8.99 },
    ])
  })

  await test.step('a stranger gets neither the text nor a trace of it, in page, HTML or API', async () => {
    await strangerPage.goto(`/${handle}`)
    await expect(strangerPage.getByText('The record is mixed.')).toBeVisible()
    await expect(strangerPage.getByText('A post for Tipsy')).toBeVisible()
    expect(await strangerPage.content()).not.toContain('grandmother')
    await expectAccessible(strangerPage)
    for (const path of [`/${handle}`, `/api/post/getPostsByPageHandle/${handle}`, '/api/post/getPosts']) {
      const answer = await request.get(path)
      expect(answer.status()).toBe(200)
      const text = await answer.text()
      expect(text).toContain('The record is mixed.')
      expect(text).not.toContain('grandmother')
      expect(text).not.toContain('harbour')
    }
  })
})
