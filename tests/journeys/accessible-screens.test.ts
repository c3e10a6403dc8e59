import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { AFTER_JOINING, CONSOLE, CREATORS, MEMBERS, ON_A_PAGE, VISITORS } from './accessible-screens.ts'

const routes = z.object({
  urls: z.array(z.object({ path: z.string() })),
  findUrl: z.custom<(address: string) => { path: string } | null>(),
})

test('every address of the product is looked at for barriers', async () => {
  // The compiler keeps these trees apart.
  const { urls, findUrl } = routes.parse(await import(path.join(import.meta.dirname, '../../web/routes.ts')))
  const addresses = [...VISITORS, ...MEMBERS, ...AFTER_JOINING, ...CREATORS, ...ON_A_PAGE]
  const pathnames = addresses.map((address) => address.replace(/\?.*$/, '').replace(/:\w+/g, 'any-name'))
  const looked = new Set(pathnames.map((pathname) => findUrl(pathname)?.path))
  const left = urls.map((url) => url.path).filter((each) => !looked.has(each))
  expect(left).toEqual([CONSOLE])
})
