import type { Language } from '#contract/languages.ts'
import { conventionsOf } from '#contract/locale.ts'
import { withoutHiddenCharacters } from '#contract/web-addresses.ts'

import { textsFor } from '../texts.ts'
import type { Mail } from './mailer.ts'
import { mailTexts } from './messages.ts'

/** One mail, written once and sent as text and as HTML. */
export interface Letter {
  to: Mail['to']
  subject: string
  greeting: string
  /** Paragraphs, in order. */
  paragraphs: readonly string[]
  /** The one action to take. */
  action?: { label: string; url: string }
  /** A small table, like the lines of a receipt. */
  rows?: readonly (readonly [label: string, value: string])[]
  /** A list of things that each lead somewhere. */
  items?: readonly { text: string; detail: string | null; url: string }[]
  /** Said below that list. */
  afterItems?: string
  /** Said after the action, in small type. */
  footnote?: string
  /** Addresses of ours that occur in the texts, word for word. Nothing else there becomes a link. */
  addresses?: readonly string[]
  /** Where mails like this one are ended; absent in mails that a person must get, such as receipts. */
  unsubscribeUrl?: string
}

/** A letter to a person, who is greeted by name. */
export function letterTo(
  to: Mail['to'],
  language: Language,
  letter: Omit<Letter, 'to' | 'greeting'>,
): Letter {
  return { to, greeting: textsFor(language)(mailTexts).greeting(to.name), ...letter }
}

/** A letter to the operator, who is no person and has no name to be greeted by. */
export function letterToOperator(
  to: Mail['to'],
  language: Language,
  letter: Omit<Letter, 'to' | 'greeting'>,
): Letter {
  return { to, greeting: textsFor(language)(mailTexts).operatorGreeting, ...letter }
}

/**
 * Lays a letter out. Every part is escaped and made harmless: names and titles are written by strangers, and must not
 * become a link, a paragraph or a header in anyone's mailbox.
 */
export function layOut(written: Letter, language: Language = 'en'): Mail {
  const letter = harmless(written)
  const texts = textsFor(language)(mailTexts)
  return {
    to: letter.to,
    subject: letter.subject,
    text: textOf(letter, texts),
    html: htmlOf(letter, texts, language),
    ...(letter.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: letter.unsubscribeUrl }),
  }
}

function textOf(letter: Letter, texts: typeof mailTexts): string {
  const rows = letter.rows?.map(([label, value]) => `${label}: ${value}`).join('\n')
  const action = letter.action && `${letter.action.label}:\n${letter.action.url}`
  const unsubscribe = letter.unsubscribeUrl && `${texts.unsubscribe}:\n${letter.unsubscribeUrl}`
  return [
    letter.greeting,
    ...letter.paragraphs,
    rows,
    ...(letter.items ?? []).map(({ text, detail, url }) => [text, detail, url].filter(Boolean).join('\n')),
    letter.afterItems,
    action,
    letter.footnote,
    texts.productName,
    unsubscribe,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/* Mail programs know neither style sheets nor custom properties, hence attributes and literal colours. */
function htmlOf(letter: Letter, texts: typeof mailTexts, language: Language): string {
  const { tag, direction } = conventionsOf(language)
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`
  const rows = letter.rows
    ?.map(
      ([label, value]) =>
        `<tr><td style="padding:8px 0;padding-inline-end:16px;color:#5c574d">${escape(label)}</td>` +
        `<td style="padding:8px 0;text-align:end"><strong>${escape(value)}</strong></td></tr>`,
    )
    .join('')
  const items = letter.items
    ?.map(
      ({ text, detail, url }) =>
        `<tr><td style="padding:12px 0;border-bottom:1px solid #e6e0d2"><a href="${escape(url)}" ` +
        `style="color:#174a34;text-decoration:none;font-weight:600">${escape(text)}</a>` +
        `${detail === null ? '' : `<br><span style="color:#5c574d">${escape(detail)}</span>`}</td></tr>`,
    )
    .join('')
  const action =
    letter.action &&
    `<p style="margin:24px 0"><a href="${escape(letter.action.url)}" style="display:inline-block;padding:12px 20px;` +
      `border-radius:10px;background:#174a34;color:#ffffff;text-decoration:none;font-weight:600">` +
      `${escape(letter.action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#5c574d">${escape(texts.openAddress(letter.action.url))}</p>`
  const unsubscribe = letter.unsubscribeUrl
    ? `\n<p style="margin:16px 0 0;font-size:13px;color:#5c574d"><a href="${escape(letter.unsubscribeUrl)}" ` +
      `style="color:#5c574d">${escape(texts.unsubscribe)}</a></p>`
    : ''
  return `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(letter.subject)}</title></head>
<body style="margin:0;background:#f7f4ec;color:#26231d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#ffffff;border:1px solid #e6e0d2;border-radius:16px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#174a34">${texts.productName}</p>
<p style="margin:0 0 16px"><strong>${escape(letter.greeting)}</strong></p>
${letter.paragraphs.map(paragraph).join('\n')}
${rows ? `<table width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 16px;border-top:1px solid #e6e0d2;border-bottom:1px solid #e6e0d2">${rows}</table>` : ''}
${items ? `<table width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 16px;border-top:1px solid #e6e0d2">${items}</table>` : ''}
${letter.afterItems === undefined ? '' : paragraph(letter.afterItems)}
${action ?? ''}
${letter.footnote ? `<p style="margin:16px 0 0;font-size:13px;color:#5c574d">${escape(letter.footnote)}</p>` : ''}
</td></tr></table>${unsubscribe}</td></tr></table></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function harmless(letter: Letter): Letter {
  const { action, rows, items, afterItems, footnote } = letter
  const clean = (text: string) => withoutLinks(withoutHiddenCharacters(text), letter.addresses ?? [])
  return {
    ...letter,
    to: { ...letter.to, name: clean(letter.to.name) },
    subject: clean(letter.subject),
    greeting: clean(letter.greeting),
    paragraphs: letter.paragraphs.map(clean),
    ...(action ? { action: { ...action, label: clean(action.label) } } : {}),
    ...(rows ? { rows: rows.map(([label, value]) => [clean(label), clean(value)] as const) } : {}),
    ...(items
      ? {
          items: items.map(({ text, detail, url }) => ({
            text: clean(text),
            detail: detail === null ? null : clean(detail),
            url,
          })),
        }
      : {}),
    ...(afterItems === undefined ? {} : { afterItems: clean(afterItems) }),
    ...(footnote === undefined ? {} : { footnote: clean(footnote) }),
  }
}

/** Mail programs make a link of anything that looks like one. A space after the telltale character stops them. */
function withoutLinks(text: string, kept: readonly string[]): string {
  const [first, ...others] = kept.filter((address) => address !== '')
  if (first !== undefined)
    return text
      .split(first)
      .map((piece) => withoutLinks(piece, others))
      .join(first)
  return text
    .replace(/:\/\//g, ': //')
    .replace(/\b(mailto|tel|sms|javascript|data):(?=\S)/gi, '$1: ')
    .replace(/(?<=[\p{L}\p{M}\p{N}_-])[.\u3002\uFF0E\uFF61](?=\p{L}[\p{L}\p{M}\p{N}-])/gu, '. ')
}
