import type { Language } from '#contract/languages.ts'
import { type Html, html } from '#sandbox/page/html.ts'
import { layOut } from '#server/platform/mail/layout.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'

import { AUDIENCES, type Audience, type Sample } from './sample.ts'

const HEADINGS: Record<Audience, string> = {
  accounts: 'Accounts',
  members: 'Members',
  creators: 'Creators',
  operators: 'Operators',
}

/** A phone, and what a mail program on a desktop leaves for a mail. */
const WIDTHS_PX = [390, 640]
const THEMES = ['light', 'dark']

/** What goes out for a sample. */
export function mailOf({ name, write }: Sample, language: Language): Mail {
  const letter = write(language)
  if (letter === null) throw new Error(`The sample ${name} has nothing to say.`)
  return layOut(letter, language)
}

/** One page with every sample: as HTML, in both themes and at two widths, and as text. It needs no server. */
export function renderPage(samples: readonly Sample[], language: Language): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>The mails of Cheers</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <nav aria-label="Mails">
          <h1>The mails of Cheers</h1>
          ${AUDIENCES.map((audience) => renderList(audience, samples, language))}
        </nav>
        <main>${samples.map((sample) => renderSample(sample, language))}</main>
      </body>
    </html>`.markup
}

function renderList(audience: Audience, samples: readonly Sample[], language: Language): Html {
  const listed = samples.filter((sample) => sample.audience === audience)
  return html`<h2>${HEADINGS[audience]} <small>${listed.length}</small></h2>
    <ul>
      ${listed.map(
        (sample) =>
          html`<li>
            <a href="#${sample.name}">${mailOf(sample, language).subject}<small>${sample.name}</small></a>
          </li>`,
      )}
    </ul>`
}

function renderSample(sample: Sample, language: Language): Html {
  const { to, subject, html: markup, text } = mailOf(sample, language)
  const looks = THEMES.flatMap((theme) => WIDTHS_PX.map((widthPx) => ({ theme, widthPx })))
  return html`<section id="${sample.name}">
    <h2>${subject}</h2>
    <p>${sample.when} <small>To ${to.name} ${to.address}</small></p>
    <div class="looks">
      ${looks.map(
        ({ theme, widthPx }) =>
          html`<figure>
            <figcaption>${theme}, ${widthPx} pixels</figcaption>
            <iframe
              title="${theme}, ${widthPx} pixels"
              loading="lazy"
              style="color-scheme:${theme};width:${widthPx}px"
              srcdoc="${markup}"
              onload="this.style.height = this.contentDocument.documentElement.scrollHeight + 'px'"
            ></iframe>
          </figure>`,
      )}
      <figure>
        <figcaption>text</figcaption>
        <pre>${text}</pre>
      </figure>
    </div>
  </section>`
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: light-dark(#dfddd5, #353631) }
body { margin: 0; display: grid; grid-template-columns: 340px 1fr; height: 100vh;
  background: light-dark(#fff, #131410); color: light-dark(#20241d, #edece6) }
nav, main { overflow: auto; padding: 24px; box-sizing: border-box }
nav { border-inline-end: 1px solid var(--line) }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 16px; margin: 24px 0 8px } section h2 { font-size: 22px; margin: 0 }
ul { list-style: none; margin: 0; padding: 0 }
small { color: light-dark(#4a4d45, #c3c2ba); font-weight: 400 } nav a small { display: block }
a { display: block; padding: 6px 8px; border-radius: 8px; color: inherit; text-decoration: none }
a:hover { background: light-dark(#f3f1ea, #21221e) }
section { display: none }
section:target, main:not(:has(section:target)) section:first-child { display: block }
.looks { display: flex; gap: 24px; align-items: start; flex-wrap: wrap }
figure { margin: 0 } figcaption { padding: 8px 0 }
iframe { border: 1px solid var(--line); border-radius: 8px; height: 700px }
pre { margin: 0; width: 600px; padding: 16px; border: 1px solid var(--line); border-radius: 8px;
  box-sizing: border-box; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 800px) { body { display: block; height: auto } .looks { flex-wrap: nowrap; overflow: auto } }
`
