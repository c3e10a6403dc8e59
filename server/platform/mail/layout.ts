import type { Language } from '#contract/languages.ts'
import { conventionsOf } from '#contract/locale.ts'
import { withoutHiddenCharacters } from '#contract/visible-text.ts'

import { textsFor } from '../texts.ts'
import type { Mail } from './mailer.ts'
import { mailStyle, plain } from './mail-style.ts'
import { mailTexts } from './messages.ts'

/** What a letter is about, and therefore why its reader gets it. */
type Why = keyof typeof mailTexts.why

/** One mail, written once and sent as text and as HTML. */
export interface Letter {
  to: Mail['to']
  subject: string
  greeting: string
  /** Paragraphs, in order. */
  paragraphs: readonly string[]
  /** What it is about, in its author's words: how a post begins, or a comment. `picture`: an address that needs no session. */
  about?: { picture: string | null; title: string | null; paragraphs: readonly string[] }
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
  /** Said at the very end: nobody should wonder how we come to write. */
  why: Why
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
  letter: Omit<Letter, 'to' | 'greeting' | 'why'>,
): Letter {
  return { to, greeting: textsFor(language)(mailTexts).operatorGreeting, why: 'operator', ...letter }
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
    letter.about?.title,
    ...(letter.about?.paragraphs ?? []),
    rows,
    ...(letter.items ?? []).map(({ text, detail, url }) => [text, detail, url].filter(Boolean).join('\n')),
    letter.afterItems,
    action,
    letter.footnote,
    texts.productName,
    texts.why[letter.why],
    unsubscribe,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** In characters of a value: what a phone shows on one line. Labels are smaller. */
const ROW_MAX = 34
const LABEL_PART = 0.8

/** Whether a value stands below its label, beside which it would break. */
function isLong(label: string, value: string): boolean {
  return label.length * LABEL_PART + value.length > ROW_MAX || value.includes('\n')
}

/** In digits. */
const CODE_MIN = 6

/** A code that somebody types is found at a glance. */
function isCode(value: string): boolean {
  return value.length >= CODE_MIN && Number.isInteger(Number(value))
}

/** In characters: about what lists of mails show beside a subject. */
const PREVIEW_MAX = 140

/** What a list of mails shows beside the subject; without it, that is the name of the product and the greeting. */
function previewOf({ paragraphs }: Letter): string {
  const text = paragraphs.join(' ')
  if (text.length <= PREVIEW_MAX) return text
  const end = text.lastIndexOf(' ', PREVIEW_MAX)
  return `${text.slice(0, end > 0 ? end : PREVIEW_MAX)} …`
}

/* Mail programs know no custom properties and few style sheets, hence attributes and literal colours. */
function htmlOf(letter: Letter, texts: typeof mailTexts, language: Language): string {
  const { tag, direction } = conventionsOf(language)
  const linked = linkedIn(letter)
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${linked(text)}</p>`
  // Each is a table of its own: a long value would decide how wide the labels of all others are.
  const rows = letter.rows
    ?.map(([label, value]) =>
      isLong(label, value)
        ? `<tr><td class="line" style="${plain.row}"><span class="soft" style="${plain.small}">${escape(label)}</span><br>` +
          `<span style="${plain.value}">${linked(value)}</span></td></tr>`
        : `<tr><td class="soft line" style="${plain.row};${plain.label};${plain.small}">${escape(label)}</td>` +
          `<td class="line" style="${plain.row};text-align:end"><span style="${isCode(value) ? plain.code : plain.value}">${linked(value)}</span></td></tr>`,
    )
    .map((row) => `<table role="presentation" width="100%" cellspacing="0" cellpadding="0">${row}</table>`)
    .join('')
  const items = letter.items
    ?.map(
      ({ text, detail, url }) =>
        `<tr><td class="line" style="padding:12px 0;border-bottom:${plain.line}">` +
        `<a class="brand" href="${escape(url)}" style="${plain.brand};text-decoration:none;font-weight:600">${escape(text)}</a>` +
        `${detail === null ? '' : `<br><span class="soft" style="${plain.soft}">${escape(detail)}</span>`}</td></tr>`,
    )
    .join('')
  const about =
    letter.about &&
    [
      letter.about.picture &&
        `<img src="${escape(letter.about.picture)}" alt="" width="456" style="${plain.picture}">`,
      letter.about.title && `<p style="${plain.title}">${escape(letter.about.title)}</p>`,
      ...letter.about.paragraphs.map((text) => `<p style="margin:0 0 12px">${escape(text)}</p>`),
    ]
      .filter(Boolean)
      .join('\n')
  const action =
    letter.action &&
    `<p style="margin:24px 0"><a class="button" href="${escape(letter.action.url)}" style="${plain.button}">` +
      `${escape(letter.action.label)}</a></p>`
  const unsubscribe = letter.unsubscribeUrl
    ? `<br><a class="soft" href="${escape(letter.unsubscribeUrl)}" style="${plain.soft}">${escape(texts.unsubscribe)}</a>`
    : ''
  return `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(letter.subject)}</title><style>${mailStyle}</style></head>
<body class="page" style="${plain.page}">
<div class="preview" style="${plain.preview}">${escape(previewOf(letter))}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td class="around" align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${plain.card}">
<tr><td class="inside" style="padding:32px 32px 16px">
<p class="brand" style="margin:0 0 24px;font-size:20px;font-weight:700;${plain.brand}">${texts.productName}</p>
<p style="margin:0 0 16px"><strong>${escape(letter.greeting)}</strong></p>
${letter.paragraphs.map(paragraph).join('\n')}
${about ? `<div class="line" style="${plain.about}">${about}</div>` : ''}
${rows ? `<div class="line" style="margin:8px 0 16px;border-bottom:${plain.line}">${rows}</div>` : ''}
${items ? `<table class="line" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 16px;border-top:${plain.line}">${items}</table>` : ''}
${letter.afterItems === undefined ? '' : paragraph(letter.afterItems)}
${action ?? ''}
${letter.footnote ? `<p class="soft" style="margin:0 0 16px;${plain.small}">${linked(letter.footnote)}</p>` : ''}
</td></tr></table>
<p class="soft" style="max-width:520px;margin:16px 0 0;text-wrap:balance;${plain.small}">${escape(texts.why[letter.why])}${unsubscribe}</p>
</td></tr></table></body></html>`
}

/** Escapes a text of a letter and makes links of the letter's own addresses in it, as some mail programs don't. */
function linkedIn({ addresses = [] }: Pick<Letter, 'addresses'>): (text: string) => string {
  const urls = addresses.filter((address) => /^https?:/.test(address)).toSorted((a, b) => b.length - a.length)
  const link = (url: string) =>
    `<a class="soft" href="${escape(url)}" style="color:inherit">${escape(url)}</a>`
  const from = (text: string, [url, ...others]: readonly string[]): string =>
    url === undefined
      ? escape(text)
      : text
          .split(url)
          .map((piece) => from(piece, others))
          .join(link(url))
  return (text) => from(text, urls)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function harmless(letter: Letter): Letter {
  const { about, action, rows, items, afterItems, footnote } = letter
  const clean = (text: string) => withoutLinks(withoutHiddenCharacters(text), letter.addresses ?? [])
  return {
    ...letter,
    to: { ...letter.to, name: clean(letter.to.name) },
    subject: clean(letter.subject),
    greeting: clean(letter.greeting),
    paragraphs: letter.paragraphs.map(clean),
    ...(about
      ? {
          about: {
            picture: about.picture,
            title: about.title === null ? null : clean(about.title),
            paragraphs: about.paragraphs.map(clean),
          },
        }
      : {}),
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
