import { renderDocument } from '#sandbox/page/document.ts'
import { type Html, html } from '#sandbox/page/html.ts'

import type { MailMessage, MailSummary } from './message.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** The list of mails, or an empty state that says how the first one arrives. */
export function renderList(mails: MailSummary[], search: string): string {
  return renderPage(
    'Mailbox',
    html`<main class="alone">${renderHeading('h1', search)} ${renderMails(mails, search, null)}</main>`,
    html`<noscript><meta http-equiv="refresh" content="10" /></noscript>`,
  )
}

/** One mail, as HTML or as text, beside the list where there is room. */
export function renderMessage(
  mail: MailMessage,
  mails: MailSummary[],
  search: string,
  view: 'html' | 'text',
): string {
  return renderPage(
    mail.subject || 'Mail without a subject',
    html`<div class="panes">
      <nav class="side" aria-label="Mailbox">
        ${renderHeading('h2', search)} ${renderMails(mails, search, mail.id)}
      </nav>
      <main>
        <a class="back" href="${listUrl(search)}">All mails</a>
        <h1>${mail.subject || 'No subject'}</h1>
        <dl class="facts">
          <dt>From</dt>
          <dd>${mail.from || 'Unknown'}</dd>
          <dt>To</dt>
          <dd>${mail.to.join(', ') || 'Nobody'}</dd>
          <dt>Received</dt>
          <dd>${renderTime(mail.receivedAt)}</dd>
        </dl>
        ${renderLinks(mail.links)} ${renderAttachments(mail.attachments)} ${renderViews(mail, search, view)}
      </main>
    </div>`,
  )
}

/** Shown for a mail that is gone and for unknown addresses. */
export function renderMissing(): string {
  return renderPage(
    'Not in the mailbox',
    html`<main class="alone">
      <h1>Not in the mailbox</h1>
      <p>The mailbox keeps the newest 500 mails. <a href="/dev/mail">All mails</a></p>
    </main>`,
  )
}

function renderHeading(level: 'h1' | 'h2', search: string): Html {
  const heading = level === 'h1' ? html`<h1>Mailbox</h1>` : html`<h2><a href="/dev/mail">Mailbox</a></h2>`
  return html`<header>
    ${heading}
    <p class="soft">Every mail Cheers sends in development. Nothing leaves this machine.</p>
    <form class="search" method="get" action="/dev/mail" role="search">
      <label for="to">Recipient</label>
      <input
        id="to"
        name="to"
        type="search"
        value="${search}"
        placeholder="asha@example.com"
        autocomplete="off"
      />
      <button>Find</button>
    </form>
  </header>`
}

function renderMails(mails: MailSummary[], search: string, openId: string | null): Html {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  const content =
    mails.length === 0
      ? renderEmpty(search)
      : html`<ul class="mails">
          ${mails.map((mail) => renderRow(mail, search, openId))}
        </ul>`
  return html`<div data-live="${mails[0]?.id ?? ''} ${mails.length}">
    <div class="bar">
      <p role="status">${count}${search === '' ? '' : ` to ${search}`}</p>
      <button class="quiet" type="button" data-empty hidden>Empty mailbox</button>
    </div>
    ${content}
  </div>`
}

function renderEmpty(search: string): Html {
  if (search === '') {
    return html`<p class="empty">
      No mail yet. Sign up in Cheers or ask for a new password, and the mail appears here automatically.
    </p>`
  }
  return html`<p class="empty">No mail to ${search}. <a href="/dev/mail">Show all mails</a></p>`
}

function renderRow(mail: MailSummary, search: string, openId: string | null): Html {
  const current = mail.id === openId ? html`aria-current="page"` : null
  return html`<li>
    <a href="/dev/mail/${mail.id}${searchQuery(search)}" ${current}>
      <strong>${mail.subject || 'No subject'}</strong>
      <span class="soft">${mail.to.join(', ') || 'Nobody'}</span>
      <span class="soft">${renderTime(mail.receivedAt)}</span>
    </a>
  </li>`
}

function renderTime(iso: string): Html {
  return html`<time datetime="${iso}">${timeFormat.format(new Date(iso))}</time>`
}

function renderLinks(links: string[]): Html | null {
  if (links.length === 0) return null
  return html`<section>
    <h2>Links in this mail</h2>
    <ul class="links">
      ${links.map((link) => html`<li><a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`)}
    </ul>
  </section>`
}

function renderAttachments(attachments: MailMessage['attachments']): Html | null {
  if (attachments.length === 0) return null
  const rows = attachments.map(
    ({ name, type, bytes }) =>
      html`<li>${name} <span class="soft">${type}, ${Math.ceil(bytes / 1024)} KB</span></li>`,
  )
  return html`<section>
    <h2>Attachments</h2>
    <ul>
      ${rows}
    </ul>
  </section>`
}

function renderViews(mail: MailMessage, search: string, view: 'html' | 'text'): Html {
  function tab(name: 'html' | 'text', label: string): Html {
    const query = new URLSearchParams({ ...(search === '' ? {} : { to: search }), view: name })
    const current = name === view ? html`aria-current="page"` : null
    return html`<a href="/dev/mail/${mail.id}?${query.toString()}" ${current}>${label}</a>`
  }
  const tabs =
    mail.html === null
      ? null
      : html`<nav class="tabs" aria-label="View">${tab('html', 'HTML')} ${tab('text', 'Text')}</nav>`
  if (mail.html !== null && view === 'html') {
    return html`${tabs}
      <iframe
        title="The mail as HTML"
        src="/dev/mail/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>`
  }
  return html`${tabs}
    <pre tabindex="0" aria-label="The mail as text">${mail.text || 'This mail has no text.'}</pre>`
}

function searchQuery(search: string): string {
  return search === '' ? '' : `?${new URLSearchParams({ to: search }).toString()}`
}

function listUrl(search: string): string {
  return `/dev/mail${searchQuery(search)}`
}

function renderPage(title: string, body: Html, head: Html | null = null): string {
  return renderDocument(
    {
      title: `${title} · Local mailbox`,
      stylesheets: ['/dev/mail/style.css'],
      head: html`<script src="/dev/mail/live.js" defer></script>
        ${head}`,
    },
    html`<body>
      ${body}
    </body>`,
  )
}
