import { expect, test } from './journey.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, publishPost } from './steps.ts'

test('a creator names her topics, and people find her, her posts, and not what is for members', async ({
  page: mira,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Mira Sen')
  await signUpCreator(mira, creator, mailbox, [{ name: 'Kiln', price: '5', description: 'Recipes' }])
  await mira.getByRole('button', { name: 'Edit', exact: true }).click()
  await mira.getByLabel('Topics').fill('Pottery, Ceramics')
  await mira.getByRole('button', { name: 'Save Changes' }).click()
  await expect(mira.getByText('Page updated successfully').first()).toBeVisible()
  await expect(mira.getByRole('link', { name: 'pottery' })).toBeVisible()
  await publishPost(mira, { text: 'A celadon glaze from the first firing.' })
  await publishPost(mira, { text: 'The zyxwombat ash recipe.', visibility: 'Kiln - $5/month supporters' })

  const visitor = await openBrowser()
  await visitor.goto('/explore')
  await visitor.getByPlaceholder('Search creators or topics').fill('potery')
  await visitor.getByRole('link', { name: /^Search posts and topics/ }).click()
  const creators = visitor.getByRole('region', { name: 'Creators' })
  await expect(creators.getByRole('link', { name: 'Mira Sen' })).toBeVisible()

  await visitor.getByRole('heading', { level: 1 }).click()
  await visitor.keyboard.press('/')
  const field = visitor.getByLabel('Search creators, topics and posts')
  await expect(field).toBeFocused()
  await field.fill('celadon')
  await visitor.keyboard.press('Enter')
  const posts = visitor.getByRole('region', { name: 'Posts' })
  await expect(posts.getByRole('listitem')).toHaveCount(1)
  await expect(posts.locator('mark')).toHaveText('celadon')

  await field.fill('zyxwombat')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('Nothing found')).toBeVisible()
  await visitor.getByRole('link', { name: 'ceramics' }).click()
  await expect(creators.getByRole('link', { name: 'Mira Sen' })).toBeVisible()

  await mira.getByLabel('Search posts by Mira Sen').fill('zyxwombat')
  await mira.keyboard.press('Enter')
  await expect(mira.getByRole('region', { name: 'Posts' }).locator('mark')).toHaveText('zyxwombat')
  await mira.getByLabel('Plan').selectOption({ label: 'Kiln' })
  await expect(mira.getByRole('region', { name: 'Posts' }).getByRole('listitem')).toHaveCount(1)
})
