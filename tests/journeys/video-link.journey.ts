import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openCreatorPage, signUpUnseen } from './seed.ts'
import { aPerson, beginPost } from './steps.ts'

const PLAYER = 'https://www.youtube-nocookie.com'

test('a video on another site is loaded only when a visitor wants to see it', async ({
  openBrowser,
  mailbox,
}) => {
  const asha = aPerson('Asha Rao')
  const page = await openBrowser()
  await signUpUnseen(page, asha, mailbox)
  await openCreatorPage(page, { pageName: 'Asha Rao', handle: asha.username })

  await test.step('a link that is no video is refused, and the text stays', async () => {
    const dialog = await beginPost(page, { text: 'Live from the roof.' })
    await dialog.getByRole('button', { name: 'Add a video link' }).click()
    await expect(dialog.getByLabel('Video link')).toBeFocused()
    await dialog.getByLabel('Video link').fill('https://evil.example/watch?v=dQw4w9WgXcQ')
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog.getByRole('alert')).toContainText('YouTube, Vimeo or Twitch')
    await expect(dialog.getByText('Live from the roof.')).toBeVisible()
    await dialog.getByLabel('Video link').fill('https://youtu.be/dQw4w9WgXcQ')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Publish Post' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the player loads only after the visitor presses, in a sandbox', async () => {
    const visitor = await openBrowser()
    const asked: string[] = []
    visitor.on('request', (sent) => {
      if (sent.url().startsWith(PLAYER)) asked.push(sent.url())
    })
    await visitor.route(`${PLAYER}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Player</title><h1>Playing</h1>',
      }),
    )
    await visitor.goto(`/${asha.username}`)
    const article = visitor.getByRole('article').filter({ hasText: 'Live from the roof.' })
    await expect(article.getByText('which will know that you watched it')).toBeVisible()
    await expectAccessible(visitor)
    expect(asked).toEqual([])
    await article.getByRole('button', { name: 'Play the YouTube video' }).click()
    await expect(article.frameLocator('iframe').getByRole('heading', { name: 'Playing' })).toBeVisible()
    expect(asked).toEqual([`${PLAYER}/embed/dQw4w9WgXcQ?enablejsapi=1`])
    const sandbox = await article.locator('iframe').getAttribute('sandbox')
    expect(sandbox).not.toContain('allow-top-navigation')
  })

  await test.step('an unavailable video is hidden, with a link to its page', async () => {
    const visitor = await openBrowser()
    // Like the provider's players: it answers the greeting, and then says that the video may not be shown here.
    const answer = `addEventListener('message', ({ data, source, origin }) => {
      if (JSON.parse(data).event !== 'listening') return
      source.postMessage(JSON.stringify({ event: 'onReady', info: null }), origin)
      source.postMessage(JSON.stringify({ event: 'onError', info: 150 }), origin)
    })`
    await visitor.route(`${PLAYER}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Player</title><h1>Gone</h1><script>${answer}</script>`,
      }),
    )
    await visitor.goto(`/${asha.username}`)
    const article = visitor.getByRole('article').filter({ hasText: 'Live from the roof.' })
    await article.getByRole('button', { name: 'Play the YouTube video' }).click()
    await expect(article.getByRole('alert')).toContainText('The video on YouTube could not be loaded.')
    await expect(article.locator('iframe')).toHaveCount(0)
    await expect(article.getByRole('link', { name: 'Watch it on YouTube' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    await expectAccessible(visitor)
  })
})
