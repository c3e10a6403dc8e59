import { renderDocument } from '#sandbox/page/document.ts'
import { type Html, html } from '#sandbox/page/html.ts'
import { type Person, readyPeople, subjectOf } from './people.ts'

export interface AccountForm {
  name: string
  email: string
  isEmailVerified: boolean
  problems: { name?: string; email?: string }
}

const emptyForm: AccountForm = { name: '', email: '', isEmailVerified: true, problems: {} }

/** The choice of account; a form that was sent back opens with what was typed before. */
export function renderChooser(uid: string, added: Person[], form: AccountForm | null): string {
  const problem = form === null ? '' : 'Error: '
  return renderPage(
    `${problem}Choose an account`,
    html`<h1>Choose an account to continue to Cheers</h1>
      <form method="post" action="/interaction/${uid}/account">
        <ul class="people">
          ${[...readyPeople, ...added.slice(0, 5)].map((person) => renderPersonButton(person))}
        </ul>
      </form>
      ${renderOtherAccount(uid, form)}`,
  )
}

function renderPersonButton(person: Person): Html {
  const subject = subjectOf(person.email)
  return html`<li>
    <button class="person" name="person" value="${subject}">
      <img src="/picture/${subject}.png" alt="" width="40" height="40" />
      <span
        ><strong>${person.name}</strong
        ><span class="soft">${person.email}${unverifiedNote(person)}</span></span
      >
    </button>
  </li>`
}

function unverifiedNote(person: Person): string {
  return person.isEmailVerified ? '' : ' (not verified)'
}

function renderOtherAccount(uid: string, sentBack: AccountForm | null): Html {
  const form = sentBack ?? emptyForm
  const checked = form.isEmailVerified ? html`checked` : null
  return html`<details class="other" ${sentBack === null ? null : html`open`}>
    <summary>Use another account</summary>
    <form method="post" action="/interaction/${uid}/account">
      ${renderField('name', 'Name', 'text', form.name, form.problems.name)}
      ${renderField('email', 'E-mail', 'email', form.email, form.problems.email)}
      <label class="check"
        ><input type="checkbox" name="verified" value="yes" ${checked} />This e-mail is verified</label
      >
      <button class="primary">Use this account</button>
    </form>
  </details>`
}

function renderField(
  name: string,
  label: string,
  type: string,
  value: string,
  problem: string | undefined,
): Html {
  const invalid =
    problem === undefined ? null : html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`
  const note = problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      required
      maxlength="254"
      autocomplete="off"
      ${invalid}
    />
    ${note}
  </div>`
}

/** What Cheers is about to receive, with buttons to continue, cancel or go back. */
export function renderConsent(uid: string, person: Person, scopes: string[], restartUrl: string): string {
  const shared = [
    ...(scopes.includes('profile')
      ? [html`<li>Your name, <strong>${person.name}</strong>, and your picture</li>`]
      : []),
    ...(scopes.includes('email')
      ? [
          html`<li>
            Your e-mail address, <strong>${person.email}</strong>,
            ${person.isEmailVerified ? 'which is verified' : 'and that it is not verified'}
          </li>`,
        ]
      : []),
    html`<li>A number that stands for this account</li>`,
  ]
  return renderPage(
    'Continue to Cheers',
    html`<h1>Continue to Cheers as ${person.name}?</h1>
      <p class="as">
        <img src="/picture/${subjectOf(person.email)}.png" alt="" width="40" height="40" />
        <span>${person.email} <a href="${restartUrl}">Choose another account</a></span>
      </p>
      <h2>Cheers will receive</h2>
      <ul class="shared">
        ${shared}
      </ul>
      <form class="actions" method="post" action="/interaction/${uid}/consent">
        <button class="primary" name="answer" value="continue">Continue</button>
        <button name="answer" value="cancel">Cancel</button>
      </form>`,
  )
}

/** Shown when a sign-in can't continue: an unknown client or return address, or an expired one. */
export function renderProblem(code: string, description: string): string {
  return renderPage(
    'Sign-in cannot continue',
    html`<h1>This sign-in cannot continue</h1>
      <p>Close this window and start again from Cheers.</p>
      <p class="soft">${description} <code>${code}</code></p>`,
  )
}

function renderPage(title: string, content: Html): string {
  return renderDocument(
    { title, stylesheets: ['/style.css'] },
    html`<body>
      <main>
        <p class="stand-in">Local stand-in for Google, for development only</p>
        ${content}
      </main>
    </body>`,
  )
}
