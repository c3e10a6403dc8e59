import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { getPostsByPageHandle } from '#contract/posts/calls.ts'

import { listQueryOptions } from './use-infinite-query.ts'
import { queryKey } from './use-query.ts'

/* Reads a list of rows as useInfiniteQuery does, from a server that has them newest first. */

const INPUT = { pageHandle: 'asha', limit: 2 }

let stored: string[] = []
let isDown = false
let asked: string[] = []

beforeEach(() => {
  stored = ['e', 'd', 'c', 'b', 'a']
  isDown = false
  asked = []
  vi.stubGlobal('fetch', answer)
})

afterEach(() => void vi.unstubAllGlobals())

async function answer(address: string): Promise<Response> {
  asked.push(address)
  if (isDown) return Response.json({ message: 'We are restarting.', code: 'unavailable' }, { status: 503 })
  const { searchParams } = new URL(address, 'http://localhost')
  const start = stored.indexOf(searchParams.get('cursor') ?? '') + 1
  const ids = stored.slice(start, start + Number(searchParams.get('limit')))
  return Response.json(ids.map((_id) => ({ _id })))
}

function aClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

function aList(client = aClient(), isSignedIn = false) {
  const options = listQueryOptions(getPostsByPageHandle, INPUT, { client, isSignedIn })
  return new InfiniteQueryObserver(client, options)
}

function shown(list: ReturnType<typeof aList>): string[] | undefined {
  return list.getCurrentResult().data?.pages.flatMap((page) => page.map(({ _id }) => _id))
}

it('a list grows by a page at a time, and ends with the page that is not full', async () => {
  const list = aList()
  await list.refetch()
  expect(shown(list)).toEqual(['e', 'd'])
  await list.fetchNextPage()
  expect(list.getCurrentResult().hasNextPage).toBe(true)
  await list.fetchNextPage()
  expect(shown(list)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(list.getCurrentResult().hasNextPage).toBe(false)
})

it('after a refresh every page begins where the one before it now ends', async () => {
  const list = aList()
  await list.refetch()
  await list.fetchNextPage()
  stored = ['f', 'e', 'c', 'b', 'a']
  await list.refetch()
  expect(shown(list)).toEqual(['f', 'e', 'c', 'b'])
})

it('what was loaded stays when the next page cannot be had, and asking again goes on from there', async () => {
  const list = aList()
  await list.refetch()
  isDown = true
  await list.fetchNextPage()
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true)
  expect(shown(list)).toEqual(['e', 'd'])
  isDown = false
  await list.fetchNextPage()
  expect(shown(list)).toEqual(['e', 'd', 'c', 'b'])
})

it("the answers that came with the page are the first page of a visitor's list, never of a member's", () => {
  const client = aClient()
  client.setQueryData(queryKey(getPostsByPageHandle, INPUT, false), [{ _id: 'e' }, { _id: 'd' }])
  expect(shown(aList(client))).toEqual(['e', 'd'])
  expect(shown(aList(client, true))).toBeUndefined()
  expect(asked).toEqual([])
})
