import { Parser } from 'htmlparser2'
import PostalMime, { type Address, type Email } from 'postal-mime'

export interface MailSummary {
  id: string
  /** "Name <address>", or the bare address. */
  from: string
  /** Addresses the mail was delivered to, blind copies included. */
  to: string[]
  subject: string
  /** ISO 8601, by the development clock. */
  receivedAt: string
}

export interface MailMessage extends MailSummary {
  text: string
  html: string | null
  /** Web addresses in the text, then those the HTML adds, each once. */
  links: string[]
  attachments: { name: string; type: string; bytes: number }[]
}

/** Reads a stored mail; missing parts become empty. */
export async function parseMail(id: string, receivedAt: Date, source: Buffer): Promise<MailMessage> {
  const email = await PostalMime.parse(source)
  const text = (email.text ?? '').trim()
  const html = email.html ?? null
  return {
    id,
    from: email.from === undefined ? '' : formatAddress(email.from),
    to: listRecipients(email),
    subject: email.subject ?? '',
    receivedAt: receivedAt.toISOString(),
    text,
    html,
    links: [...new Set([...findTextLinks(text), ...findHtmlLinks(html ?? '')])],
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'Unnamed',
      type: mimeType,
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  }
}

function formatAddress({ name, address }: Address): string {
  if (!address) return name
  return name ? `${name} <${address}>` : address
}

/** The envelope decides, stored as Delivered-To lines; a mail put into the folder by hand has only its header. */
function listRecipients(email: Email): string[] {
  const delivered = email.headers.filter(({ key }) => key === 'delivered-to').map(({ value }) => value)
  if (delivered.length > 0) return delivered
  return (email.to ?? []).flatMap(({ address }) => (address ? [address] : []))
}

function findTextLinks(text: string): string[] {
  const matches = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  // Punctuation and brackets at the end of a sentence are not part of the address.
  return matches.map((link) => link.replace(/[.,;:!?'*)\]}]+$/, ''))
}

function findHtmlLinks(html: string): string[] {
  const links: string[] = []
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'a' && href !== undefined && /^https?:\/\//i.test(href.trim())) links.push(href.trim())
    },
  })
  parser.end(html)
  return links
}
