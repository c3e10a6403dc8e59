import { accountFailures } from '#contract/accounts/failures.ts'

import { signInTexts } from './messages.ts'

const START_URL = '/api/auth/google/start'
/** The spec's size, in CSS pixels. */
const WIDTH = 500
const HEIGHT = 600
/** The spec's wait after the window was closed: its last message may still be on the way. */
const REJECT_AFTER_CLOSE_MS = 8000
const LOOK_EVERY_MS = 500
const SOURCE = 'cheers-google'

/** The user according to Google; the server trusts only the idToken. */
export interface GoogleIdentity {
  idToken: string
  uid?: string
  email?: string
  displayName?: string
  photoURL?: string
}

/** The codes are the spec's; each has a sentence for the user. */
const SENTENCES: Record<string, string> = signInTexts.googleFailures

export class GoogleSignInError extends Error {
  readonly code: string

  constructor(code: string) {
    super(SENTENCES[code] ?? accountFailures.identity_unproven.message)
    this.name = 'GoogleSignInError'
    this.code = code
  }
}

let cancelEarlier: (() => void) | null = null

/**
 * Asks Google who the user is, in its own window. Must be called directly from a press, or browsers block the window.
 * Rejects with {@link GoogleSignInError}.
 */
export async function askGoogle(): Promise<GoogleIdentity> {
  cancelEarlier?.()
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2)
  const popup = window.open(
    START_URL,
    SOURCE,
    `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
  )
  if (!popup) throw new GoogleSignInError('popup-blocked')

  const answer = Promise.withResolvers<GoogleIdentity>()
  const end = new AbortController()
  const cancel = () => answer.reject(new GoogleSignInError('cancelled-popup-request'))
  cancelEarlier = cancel

  window.addEventListener('message', (event) => readMessage(event, popup, answer), { signal: end.signal })
  rejectOnceClosed(popup, answer.reject, end.signal)

  try {
    const found = await answer.promise
    popup.close()
    return found
  } finally {
    end.abort()
    if (cancelEarlier === cancel) cancelEarlier = null
  }
}

/** Any window may send us messages: only our own page in our own window counts. */
function readMessage(event: MessageEvent, popup: Window, answer: PromiseWithResolvers<GoogleIdentity>): void {
  if (event.origin !== window.location.origin || event.source !== popup) return
  const message = textsOf(event.data)
  if (message['source'] !== SOURCE) return
  const { idToken, uid, email, displayName, photoURL, error } = message
  if (error !== undefined) answer.reject(new GoogleSignInError(error))
  else if (idToken !== undefined)
    answer.resolve({
      idToken,
      ...(uid !== undefined && { uid }),
      ...(email !== undefined && { email }),
      ...(displayName !== undefined && { displayName }),
      ...(photoURL !== undefined && { photoURL }),
    })
}

/** A message's texts, by name. Hand-written: a schema would bring zod to every page with a Google button. */
function textsOf(message: unknown): Partial<Record<string, string>> {
  if (typeof message !== 'object' || message === null) return {}
  const texts = Object.entries(message).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

function rejectOnceClosed(popup: Window, reject: (error: Error) => void, signal: AbortSignal): void {
  const looking = setInterval(() => {
    if (!popup.closed) return
    clearInterval(looking)
    const waiting = setTimeout(
      () => reject(new GoogleSignInError('popup-closed-by-user')),
      REJECT_AFTER_CLOSE_MS,
    )
    signal.addEventListener('abort', () => clearTimeout(waiting))
  }, LOOK_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(looking))
}
