import { html, type Html } from '#sandbox/page/html.ts'

/** A labelled input with room for its error. */
export function field(name: string, label: string, attributes: Html): Html {
  return html`<div class="field" data-field="${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" aria-describedby="${name}-error" ${attributes} />
    <p class="error" id="${name}-error" aria-live="polite"></p>
  </div>`
}
