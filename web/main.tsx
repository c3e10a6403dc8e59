import './ui/app.css'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { readToken } from './api/session.ts'
import { afterNavigation, App } from './app.tsx'
import { isMissingPage } from './features/page-head/head-tags.ts'
import { PAGE_DATA_ELEMENT_ID, type PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { RARE_PARTS } from './rare-parts.ts'
import { addressOf } from './kept-address.ts'
import { findUrl, loadPage } from './routes.ts'
import { BrowserRouter } from './routing/router.tsx'

const root = document.getElementById('root')
const pageDataElement = document.getElementById(PAGE_DATA_ELEMENT_ID)
if (!root || !pageDataElement) throw new Error('This page was not made by our server.')

/** Once the page has nothing better to do; who leaves earlier hasn't read it. */
const VISIT_AFTER_MS = 1000

const page: PageData = JSON.parse(pageDataElement.textContent)
const isMember = readToken() !== null
const isMissing = isMissingPage(document.head)

/** Whether the server's HTML is the page at this address; it isn't for a visitor who only seemed to be signed in. */
function isRendered(container: HTMLElement): boolean {
  if (container.childElementCount === 0) return false
  if (!page.isReturning) return true
  const here = window.location.pathname + window.location.search
  const rendered = addressOf(here, true)
  if (rendered === addressOf(here, false)) return true
  if (isMember) history.replaceState(null, '', rendered)
  return isMember
}

async function loadRareParts(container: HTMLElement): Promise<void> {
  const there = RARE_PARTS.filter(({ name }) => container.querySelector(`[data-part="${name}"]`))
  await Promise.all(there.map(({ part }) => part.load()))
}

/**
 * Hydrating without the screen's chunk would leave the page unresponsive until it arrived; so the chunk comes first,
 * together with the screen that replaces it as soon as the viewer is known. Not awaited at the top level: that chunk
 * may import the one this module is in, and each would wait for the other.
 */
async function start(container: HTMLElement): Promise<void> {
  const isHydrated = isRendered(container)
  const url = isMissing ? null : findUrl(window.location.pathname)
  await Promise.all([
    isHydrated && loadRareParts(container),
    isHydrated && loadPage(url, page.isReturning ? 'unknown' : 'visitor'),
    loadPage(url, isMember ? 'member' : 'visitor'),
    afterNavigation.load(),
  ])
  const app = (
    <BrowserRouter>
      <App
        config={page.config}
        client={createQueryClient(page.answers)}
        isFirstPageMissing={isMissing}
        isReturning={page.isReturning}
      />
    </BrowserRouter>
  )
  // In slices, between which the page scrolls and answers: it is all there already.
  if (isHydrated) startTransition(() => void hydrateRoot(container, app))
  else createRoot(container).render(app)
  // Without a connection by then, the visit isn't counted.
  window.setTimeout(() => void import('./visit-beacon.ts').catch(() => null), VISIT_AFTER_MS)
}

void start(root)
