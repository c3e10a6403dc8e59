import { readFile } from 'node:fs/promises'

import { type Html, html } from './html.ts'

/** The start of every stand-in's pages; `head` adds to it. */
export function renderDocument(
  { title, stylesheets, head = null }: { title: string; stylesheets: readonly string[]; head?: Html | null },
  body: Html,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${stylesheets.map((href) => html`<link rel="stylesheet" href="${href}" />`)} ${head}
      </head>
      ${body}
    </html>`.markup
}

/** Colours and type shared by the mail and sign-in stand-ins, followed by one stand-in's own rules. */
export async function readStyle(own: URL): Promise<string> {
  const files = [new URL('./base.css', import.meta.url), own]
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}
