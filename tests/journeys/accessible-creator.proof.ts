import { CREATORS } from './accessible-screens.ts'
import { expect, test } from './journey.ts'
import { Looks } from './looks.ts'
import { signUpCreator } from './seed.ts'
import { actOnPost, aPerson, publishPost } from './steps.ts'

test('a creator meets no barrier on her page, in its dialogs, and in her studio', async ({
  page: asha,
  mailbox,
}) => {
  const looks = new Looks()
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  const description = 'Demos. '.repeat(28).trim()
  await signUpCreator(asha, creator, mailbox, [{ name: 'Tipsy', price: '9.99', description }])
  await publishPost(asha, { text: 'The record is mixed.' })
  await publishPost(asha, { text: 'For members.', visibility: 'Tipsy - $9.99/month supporters' })

  await test.step('dialogs', async () => {
    for (const name of ['Add Plan', /^Delete.*Tipsy/, 'Post'])
      await looks.atDialog(asha, () => asha.getByRole('button', { name }).first().click())
    await looks.atDialog(asha, () => actOnPost(asha, 'Delete post'))
    await asha.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(asha.getByLabel('Headline')).toBeVisible()
    await looks.here(asha)
  })
  await test.step('a draft', async () => {
    await asha.goto(`/${handle}/write/new`)
    await asha.waitForURL(/write\/[0-9a-f-]{36}$/)
    await expect(asha.getByRole('textbox', { name: 'Your post' })).toBeVisible()
    await looks.here(asha)
  })
  const own = CREATORS.filter((address) => !address.includes('/write/'))
  for (const address of own) await looks.at(asha, address.replace(':pageHandle', handle))
  for (const address of ['/settings', '/settings?tab=memberships']) await looks.at(asha, address)
  looks.expectAll(CREATORS)
})
