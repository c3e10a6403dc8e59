import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Provider } from 'oidc-provider'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import { z } from 'zod'

import { type AccountForm, renderChooser, renderConsent, renderProblem } from './pages.ts'
import { Person, readyPeople, subjectOf } from './people.ts'
import type { Store } from './state.ts'

const maxFormBytes = 16 * 1024
const InteractionParams = z.object({ client_id: z.string(), scope: z.string() })

/** Sends one of our pages; the caller has set the headers every answer carries. */
export function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(page)
}

/** Answers /interaction/:uid and the two forms below it. */
export async function answerInteraction(
  provider: Provider,
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
  step: string | undefined,
): Promise<void> {
  try {
    if (request.method === 'GET' && step === undefined) await showStep(provider, store, request, response)
    else if (request.method === 'POST' && step === 'account')
      await chooseAccount(provider, store, request, response)
    else if (request.method === 'POST' && step === 'consent') await answerConsent(provider, request, response)
    else sendPage(response, 404, renderProblem('not_found', 'There is nothing at this address.'))
  } catch (error) {
    if (!(error instanceof SessionNotFound)) throw error
    sendPage(
      response,
      400,
      renderProblem('session_not_found', 'This sign-in has already ended, or took too long.'),
    )
  }
}

async function showStep(
  provider: Provider,
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid, prompt, params, session } = await provider.interactionDetails(request, response)
  const person = session === undefined ? null : store.findPerson(session.accountId)
  if (prompt.name === 'consent' && person !== null) {
    const { scope } = InteractionParams.parse(params)
    const scopes = scope.split(' ')
    sendPage(response, 200, renderConsent(uid, person, scopes, restartUrl(params)))
  } else sendPage(response, 200, renderChooser(uid, store.listAddedPeople(), null))
}

function restartUrl(params: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (typeof value === 'string') query.set(name, value)
  return `/auth?${query.toString()}`
}

async function chooseAccount(
  provider: Provider,
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response)
  const fields = await readForm(request)
  const picked = fields.get('person')
  const known = picked === null ? null : findListedPerson(store, picked)
  const form = readAccountForm(fields)
  const person = known ?? form.person
  if (person === null) {
    sendPage(response, 422, renderChooser(uid, store.listAddedPeople(), form))
    return
  }
  await store.rememberPerson(person)
  const login = { accountId: subjectOf(person.email), remember: false }
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
}

/** A sample person keeps the details on the button, whatever was typed for the same address before. */
function findListedPerson(store: Store, subject: string): Person | null {
  return readyPeople.find(({ email }) => subjectOf(email) === subject) ?? store.findPerson(subject)
}

function readAccountForm(fields: URLSearchParams): AccountForm & { person: Person | null } {
  const typed = {
    name: fields.get('name') ?? '',
    email: fields.get('email') ?? '',
    isEmailVerified: fields.get('verified') === 'yes',
  }
  const parsed = Person.safeParse(typed)
  if (parsed.success) return { ...typed, problems: {}, person: parsed.data }
  const { properties } = z.treeifyError(parsed.error)
  const problems = { name: properties?.name?.errors[0], email: properties?.email?.errors[0] }
  return { ...typed, problems, person: null }
}

async function answerConsent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, session } = await provider.interactionDetails(request, response)
  const answer = (await readForm(request)).get('answer')
  if (answer !== 'continue' || session === undefined) {
    const refusal = { error: 'access_denied', error_description: 'The person chose Cancel' }
    await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
    return
  }
  const { client_id: clientId, scope } = InteractionParams.parse(params)
  const grant = new provider.Grant({ accountId: session.accountId, clientId })
  grant.addOIDCScope(scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > maxFormBytes) throw new Error('The form is too large')
  }
  return new URLSearchParams(text)
}
