import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { PEOPLES_SCREENS, type Screen, VISITORS_SCREENS } from './screens.ts'

const WEB = path.join(import.meta.dirname, '../../web')
const paths = z.array(z.object({ path: z.string() }))
const routes = z.object({ urls: paths, findUrl: z.custom<(address: string) => { path: string } | null>() })
const staff = z.object({ places: paths })

const MADE = {
  grievanceStatus: '/grievance/:number/:token',
  preview: '/preview/:token',
  supportPass: '/staff/passes/:id',
} as const

/** Everything of the console is below one address of the product. */
const CONSOLE = '/staff/*?'
/** The same screen as `/settings?tab=security`. */
const ELSEWHERE = new Set([CONSOLE, '/settings/security'])

test('every address of the product, and every place of the console, is photographed', async () => {
  // The compiler keeps these trees apart.
  const { urls, findUrl } = routes.parse(await import(path.join(WEB, 'routes.ts')))
  const { places } = staff.parse(await import(path.join(WEB, 'screens/staff/places.ts')))
  const pathOf = (screen: Screen): string | undefined => {
    if (typeof screen !== 'string') {
      if ('made' in screen) return MADE[screen.made]
      return 'isPaymentSuccess' in screen ? '/payment-success/:m2cSubscriptionId' : screen.leadsTo
    }
    const address = screen.replace(/\?.*$/, '')
    return address.startsWith('/staff') ? address : findUrl(address)?.path
  }
  const screens = [...VISITORS_SCREENS, ...Object.values(PEOPLES_SCREENS).flat()]
  const photographed = new Set(screens.map(pathOf))
  const wanted = [...urls, ...places].map((each) => each.path).filter((each) => !ELSEWHERE.has(each))
  expect(wanted.filter((each) => !photographed.has(each))).toEqual([])
})
