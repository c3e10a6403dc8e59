import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { readStyle } from '#sandbox/page/document.ts'

import type { MailMessage } from './message.ts'
import { renderList, renderMessage, renderMissing } from './pages.ts'
import type { MailStore } from './store.ts'

const root = '/dev/mail'
const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
// The sandbox directive also holds for a mail opened at its own address, not only inside our frame.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

export type MailboxHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Answers everything under /dev/mail, and false for every other path. */
export async function createMailboxHandler(store: MailStore): Promise<MailboxHandler> {
  const style = await readStyle(new URL('./style.css', import.meta.url))
  const script = await readFile(new URL('./live.js', import.meta.url), 'utf8')

  return async function handle(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname !== root && pathname !== `${root}.json` && !pathname.startsWith(`${root}/`)) return false
    const search = (searchParams.get('to') ?? '').trim()
    if (request.method === 'DELETE' && pathname === root) {
      await store.clear()
      response.writeHead(204).end()
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(response, 405, 'text/plain', 'Only GET, HEAD and DELETE /dev/mail are answered here.\n')
    } else if (pathname === `${root}.json`) {
      const messages = filterByRecipient(await store.list(), search).map(({ html: _html, ...rest }) => rest)
      send(response, 200, 'application/json', JSON.stringify({ messages }))
    } else if (pathname === `${root}/style.css`) send(response, 200, 'text/css', style)
    else if (pathname === `${root}/live.js`) send(response, 200, 'text/javascript', script)
    else await answerPage(response, pathname.slice(root.length + 1), search, searchParams.get('view'))
    return true
  }

  async function answerPage(
    response: ServerResponse,
    path: string,
    search: string,
    view: string | null,
  ): Promise<void> {
    const mails = filterByRecipient(await store.list(), search)
    if (path === '') {
      send(response, 200, 'text/html', renderList(mails, search))
      return
    }
    const [id = '', part, ...rest] = path.split('/')
    const mail = rest.length > 0 ? null : await store.find(id)
    if (mail !== null && part === undefined) {
      send(response, 200, 'text/html', renderMessage(mail, mails, search, view === 'text' ? 'text' : 'html'))
    } else if (mail !== null && mail.html !== null && part === 'html') {
      send(response, 200, 'text/html', openLinksInTabs(mail.html), mailPolicy)
    } else send(response, 404, 'text/html', renderMissing())
  }
}

/**
 * A recipient is found by the start of the address or of its domain, so a full address never matches a longer one's
 * end.
 */
function filterByRecipient(mails: MailMessage[], search: string): MailMessage[] {
  const wanted = search.toLowerCase()
  return mails.filter(
    ({ to }) =>
      wanted === '' ||
      to.some((address) => {
        const [, domain = ''] = address.toLowerCase().split('@')
        return address.toLowerCase().startsWith(wanted) || domain.startsWith(wanted)
      }),
  )
}

/** Comes after the doctype, or the browser would fall into quirks mode and lay the mail out differently. */
function openLinksInTabs(html: string): string {
  const base = '<base target="_blank">'
  const head = /<head(?:\s[^>]*)?>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html)
  const at = head === null ? 0 : head.index + head[0].length
  return html.slice(0, at) + base + html.slice(at)
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  policy = pagePolicy,
): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-frame-options': policy === mailPolicy ? 'SAMEORIGIN' : 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  response.end(body)
}
