import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { changeKnown } from './change-known.ts'

const KEY = ['member', 'GET', '/live', { id: 1 }]

interface Known {
  state: string
  title: string
}

const isLive = (queryKey: readonly unknown[]) => queryKey[2] === '/live'
const goLive = (known: Known) => ({ ...known, state: 'live' })

async function aTick(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
}

it('an answer that was read before an event and arrives after it takes nothing back', async () => {
  const client = new QueryClient()
  client.setQueryData<Known>(KEY, { state: 'open', title: 'Songs' })
  const { promise, resolve } = Promise.withResolvers<Known>()
  const fetching = client.fetchQuery({ queryKey: KEY, queryFn: () => promise })
  changeKnown(client, isLive, goLive)
  expect(client.getQueryData(KEY)).toEqual({ state: 'live', title: 'Songs' })
  resolve({ state: 'open', title: 'New songs' })
  await fetching
  await aTick()
  expect(client.getQueryData(KEY)).toEqual({ state: 'live', title: 'New songs' })
})

it('what is asked for for the first time is changed as well', async () => {
  const client = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<Known>()
  const fetching = client.fetchQuery({ queryKey: KEY, queryFn: () => promise })
  changeKnown(client, isLive, goLive)
  resolve({ state: 'open', title: 'Songs' })
  await fetching
  await aTick()
  expect(client.getQueryData(KEY)).toEqual({ state: 'live', title: 'Songs' })
})

it('answers that fail, and others, stay as they are', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const other = ['member', 'GET', '/other', {}]
  client.setQueryData<Known>(other, { state: 'open', title: 'Other' })
  const fetching = client.fetchQuery({ queryKey: KEY, queryFn: () => Promise.reject(new Error('away')) })
  changeKnown(client, isLive, goLive)
  await expect(fetching).rejects.toThrow('away')
  await aTick()
  expect(client.getQueryData(KEY)).toBeUndefined()
  expect(client.getQueryData(other)).toEqual({ state: 'open', title: 'Other' })
})
