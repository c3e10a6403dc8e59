import { type Query, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { refreshMatching } from './refresh.ts'

const KEY = ['member', 'GET', '/notices', {}]

const isNotices = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[2] === '/notices'

/** A server whose answers are read when they are asked for, and arrive when told to. */
function aServer() {
  const asked: { arrive: () => void; fail: () => void }[] = []
  const server = { news: 'old', asked, ask }
  function ask(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const read = server.news
    asked.push({ arrive: () => resolve(read), fail: () => reject(new Error('away')) })
    return promise
  }
  return server
}

/** As a screen that shows the list. */
function show(client: QueryClient, server: ReturnType<typeof aServer>) {
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn: server.ask })
  observer.subscribe(() => undefined)
  return observer
}

function aClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

it('a change while the first answer is on its way is seen all the same', async () => {
  const [client, server] = [aClient(), aServer()]
  const screen = show(client, server)
  server.news = 'new'
  const refreshed = refreshMatching(client, isNotices)
  server.asked[0]?.arrive()
  await expect.poll(() => server.asked.length).toBe(2)
  expect(screen.getCurrentResult().data).toBe('old')
  server.asked[1]?.arrive()
  await refreshed
  expect(screen.getCurrentResult().data).toBe('new')
})

it('however often it changes in that time, it is asked for once more', async () => {
  const [client, server] = [aClient(), aServer()]
  show(client, server)
  const refreshed = [1, 2, 3].map(() => refreshMatching(client, isNotices))
  server.asked[0]?.arrive()
  await expect.poll(() => server.asked.length).toBe(2)
  server.asked[1]?.arrive()
  await Promise.all(refreshed)
  expect(server.asked.length).toBe(2)
})

it('a first answer that fails is asked for once more, too', async () => {
  const [client, server] = [aClient(), aServer()]
  const screen = show(client, server)
  const refreshed = refreshMatching(client, isNotices)
  server.asked[0]?.fail()
  await expect.poll(() => server.asked.length).toBe(2)
  server.asked[1]?.arrive()
  await refreshed
  expect(screen.getCurrentResult().data).toBe('old')
})

it('what is known is asked for once, and what other keys hold stays', async () => {
  const [client, server] = [aClient(), aServer()]
  const screen = show(client, server)
  server.asked[0]?.arrive()
  await expect.poll(() => screen.getCurrentResult().data).toBe('old')
  await refreshMatching(client, ({ queryKey }) => queryKey[2] === '/other')
  expect(server.asked.length).toBe(1)
  server.news = 'new'
  const refreshed = refreshMatching(client, isNotices)
  await expect.poll(() => server.asked.length).toBe(2)
  server.asked[1]?.arrive()
  await refreshed
  expect(screen.getCurrentResult().data).toBe('new')
})
