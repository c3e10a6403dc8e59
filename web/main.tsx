import './ui/app.css'

import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { readToken } from './api/session.ts'
import { App } from './app.tsx'
import { isMissingPage } from './features/page-head/head-tags.ts'
import { PAGE_DATA_ELEMENT_ID, type PageData } from './page-data.tsx'
import { createQueryClient } from './query-client.ts'
import { loadPageAt } from './routes.tsx'

const root = document.getElementById('root')
const pageDataElement = document.getElementById(PAGE_DATA_ELEMENT_ID)
if (!root || !pageDataElement) throw new Error('This page was not made by our server.')

const page: PageData = JSON.parse(pageDataElement.textContent)
const isServerRendered = root.childElementCount > 0

const app = (
  <BrowserRouter>
    <App
      config={page.config}
      client={createQueryClient(page.answers)}
      isFirstPageMissing={isMissingPage(document.head)}
    />
  </BrowserRouter>
)

/**
 * Hydrating without the screen's chunk would leave the page deaf until it came; so the chunk comes first. Not awaited
 * at the top level: that chunk may import the one this module is in, and each would wait for the other.
 */
async function start(container: HTMLElement): Promise<void> {
  await loadPageAt(window.location.pathname, readToken() !== null)
  if (isServerRendered) hydrateRoot(container, app)
  else createRoot(container).render(app)
}

void start(root)
