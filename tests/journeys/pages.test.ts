import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { OF_ANOTHER_KIND, PAGES } from './pages.ts'

const routes = z.object({
  urls: z.array(z.object({ path: z.string() })),
  findUrl: z.custom<(address: string) => { path: string } | null>(),
})

test('every address is on the grid of pages, or named as another kind', async () => {
  // The compiler keeps these trees apart.
  const { urls, findUrl } = routes.parse(await import(path.join(import.meta.dirname, '../../web/routes.ts')))
  const onGrid = PAGES.map((address) => findUrl(address.replace(/:\w+/g, 'any-name'))?.path)
  const known = new Set([...onGrid, ...OF_ANOTHER_KIND])
  expect(urls.map((url) => url.path).filter((each) => !known.has(each))).toEqual([])
})
