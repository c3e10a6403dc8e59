import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'

import { hasPrograms } from '#server/testing/optional-program.ts'

import { type Mailbox, openMailbox } from './mailbox.ts'
import { type Product, startProduct, withoutFfmpeg } from './product.ts'

export type { Mailbox } from './mailbox.ts'

export { expect } from '@playwright/test'

const ALLOWED_ERROR = 'allowed error'

interface JourneyFixtures {
  skipWithoutFirefox: void
  typeInFirefox: void
  mailbox: Mailbox
  /** A page in a new person's browser: nothing stored, nobody signed in. */
  openBrowser: () => Promise<Page>
  /** Lets this journey continue although a page reports an error that matches: `console: … (address it is about)`. */
  allowError: (pattern: RegExp) => void
  failOnErrors: void
}

interface WorkerFixtures {
  product: Product
  /** Whether pages compile their scripts as well as browsers can: who broadcasts encodes pictures by script. */
  optimizesScripts: boolean
}

/** A page lives for seconds here: compiling its script twice more costs a tenth of the browser's work. */
const WITHOUT_OPTIMIZING = '--js-flags=--no-opt --no-maglev'

/** Firefox reports this although it is caught: a part of the editor looks for the global object by `Function`. Chromium doesn't. */
const REFUSED_EVAL = /blocked a JavaScript eval/

const PRINTED_MAX_CHARACTERS = 6000
const SHOWN_TIMEOUT_MS = 5000

/** Starting takes up to two minutes, stopping half a minute. */
const PRODUCT_TIMEOUT_MS = 150_000

/**
 * A journey runs against the product its worker started, whose clock no other journey can move. It fails on any console
 * error, uncaught exception or breach of the content security policy on any page, unless the journey allows it with
 * `allowError`.
 */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  optimizesScripts: [false, { scope: 'worker', option: true }],

  launchOptions: [
    async ({ browserName, launchOptions, optimizesScripts }, use) => {
      const { args = [] } = launchOptions
      await use(
        optimizesScripts || browserName === 'firefox'
          ? launchOptions
          : { ...launchOptions, args: [...args, WITHOUT_OPTIMIZING] },
      )
    },
    { scope: 'worker' },
  ],

  // First, because the others start browsers and the product.
  skipWithoutFirefox: [
    async ({ browserName }, use, testInfo) => {
      testInfo.skip(browserName === 'firefox' && !hasPrograms('firefox-esr'), 'there is no Firefox here')
      await use()
    },
    { auto: true },
  ],

  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern.
    async ({}, use, { project }) => {
      // Transcoding has proofs of its own; the journeys are quicker on a machine that can't.
      const needsFfmpeg = ['proofs', 'programs', 'firefox'].includes(project.name)
      const product = await startProduct(needsFfmpeg ? {} : await withoutFfmpeg())
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: PRODUCT_TIMEOUT_MS },
  ],

  baseURL: async ({ product }, use) => {
    await use(product.baseUrl)
  },

  page: async ({ page }, use) => {
    await use(waitingForScript(page))
  },

  mailbox: async ({ baseURL }, use) => {
    await use(openMailbox(baseURL ?? ''))
  },

  openBrowser: async ({ browser }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return waitingForScript(await context.newPage())
    })
    // Printed, because the list of results cuts attachments off after a few lines.
    if (testInfo.status !== testInfo.expectedStatus)
      for (const page of contexts.flatMap((context) => context.pages()))
        process.stdout.write(`What the page showed last: ${await shown(page)}\n`)
    for (const context of contexts) await context.close()
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  allowError: async ({}, use, testInfo) => {
    await use((pattern) => testInfo.annotations.push({ type: ALLOWED_ERROR, description: pattern.source }))
  },

  typeInFirefox: [
    async ({ browser, browserName }, use) => {
      // Before any page: Playwright sends one thing after the other.
      const prepare = (context: BrowserContext) => void context.addInitScript(insertAsTyped)
      if (browserName === 'firefox') browser.on('context', prepare)
      await use()
      browser.off('context', prepare)
    },
    { auto: true },
  ],

  failOnErrors: [
    async ({ browser, browserName, product }, use, testInfo) => {
      const errors: string[] = []
      const watch = (context: BrowserContext) => collectErrors(context, errors)
      browser.on('context', watch)
      await use()
      browser.off('context', watch)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('what the product printed last', {
          body: product.output().slice(-PRINTED_MAX_CHARACTERS),
          contentType: 'text/plain',
        })
      const allowed = testInfo.annotations.flatMap(({ type, description }) =>
        type === ALLOWED_ERROR && description !== undefined ? [new RegExp(description)] : [],
      )
      if (browserName === 'firefox') allowed.push(REFUSED_EVAL)
      const stray = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))
      expect(stray, 'errors in the pages of this journey').toEqual([])
    },
    { auto: true },
  ],
})

/** A server-rendered page can be pressed before its script is listening; people are slower than these journeys. */
export function waitingForScript(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    // Looks at every frame; waiting for an element looks after up to half a second.
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
    return response
  }
  return page
}

/**
 * Runs in Firefox. Playwright's `fill` sets a field's value by script there, of which React takes no notice; this inserts
 * the text as if it was typed. The name is Playwright's, which also expects the frame if one has the focus.
 */
function insertAsTyped(): void {
  const insert = (text: string) =>
    document.activeElement instanceof HTMLIFrameElement
      ? document.activeElement
      : document.execCommand('insertText', false, text)
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => insert,
    set() {
      // Playwright's own is not wanted.
    },
  })
}

async function shown(page: Page): Promise<string> {
  const frames = await Promise.all(
    page
      .frames()
      .map((frame) => frame.locator('body').ariaSnapshot({ timeout: SHOWN_TIMEOUT_MS }).catch(String)),
  )
  return [page.url(), ...frames].join('\n')
}

/** Chromium reports breaches of the content security policy and failed requests as console errors. */
function collectErrors(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (webError) => {
    const error = webError.error()
    errors.push(`uncaught: ${error.stack ?? error.message} (${webError.page()?.url() ?? ''})`)
  })
}
